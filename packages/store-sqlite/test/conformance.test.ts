import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeConformance } from '@varve/core/testing'
import { afterAll, describe, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'varve-store-'))
let stores = 0
const open = () => openSqliteStore(join(folder, `${stores++}`, 'store.sqlite'), { project: 'sample' })

afterAll(() => rmSync(folder, { recursive: true }))

describe('the SQLite store keeps the contract', () => {
  for (const { name, run } of storeConformance(open)) test(name, run)
})
