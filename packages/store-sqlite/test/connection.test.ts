import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { Connection } from '../src/connection.ts'
import { temporaryStorePath } from './temporary-store.ts'

const FULL = 2
const NORMAL = 1

test('what is to be kept is waited for until it lies on the disk, also after what can be made again', () => {
  const path = temporaryStorePath()
  mkdirSync(dirname(path), { recursive: true })
  const connection = new Connection(path, { busyTimeoutMs: 100, readOnly: false })
  const levels = () => connection.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous
  const seen = [
    connection.transact('first', levels),
    connection.transact('second', levels, 'derived'),
    connection.transact('third', levels, 'kept'),
    connection.transact('fourth', levels, 'derived'),
    connection.transact('fifth', levels),
  ]
  expect(seen).toEqual([FULL, NORMAL, FULL, NORMAL, FULL])
  connection.close()
})
