import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { entryId } from '@varve/core'
import { expect, test } from 'vitest'
import { openSqliteStore, openWorkingCopy } from '../src/index.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

test('a working copy holds what was committed, its log included, and has a clock of its own', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, { project: 'p' })
  putText(store, 'entry-1', 'In the log alone')
  const before = readFileSync(path)
  const copy = openWorkingCopy(path, { project: 'p' })
  expect(copy.entry(entryId('entry-1'))?.content).toBe('In the log alone')
  expect(copy.client).toMatch(/^[0-9a-f]{16}$/)
  expect(copy.client).not.toBe(store.client)
  putText(copy, 'entry-2', 'In the copy alone')
  expect(copy.entry(entryId('entry-2'))?.content).toBe('In the copy alone')
  expect(store.entry(entryId('entry-2'))).toBeUndefined()
  expect(readFileSync(path).equals(before)).toBe(true)
  copy.close()
  expect(existsSync(dirname(copy.path))).toBe(false)
  store.close()
})

test('a working copy of what is not there begins empty', () => {
  const copy = openWorkingCopy(temporaryStorePath(), { project: 'p' })
  expect(copy.size()).toEqual({ entries: 0, heads: 0, records: 0 })
  expect(copy.isWritable()).toBe(true)
  copy.close()
})
