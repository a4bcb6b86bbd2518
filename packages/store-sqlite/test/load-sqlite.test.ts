import { expect, test } from 'vitest'
import { loadSqlite, withoutSqliteWarning } from '../src/load-sqlite.ts'
import { runChild } from './child/run-child.ts'
import { temporaryStorePath } from './temporary-store.ts'

test('only the warning about SQLite is held back, and only while loading', () => {
  const shown: string[] = []
  const original = process.emitWarning
  const record = (warning: string | Error) => {
    shown.push(String(warning))
  }
  process.emitWarning = record
  try {
    withoutSqliteWarning(() => {
      process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning')
      process.emitWarning('Something else is experimental', 'ExperimentalWarning')
      process.emitWarning('SQLite is deprecated', 'DeprecationWarning')
    })
    expect(process.emitWarning).toBe(record)
  } finally {
    process.emitWarning = original
  }
  expect(shown).toEqual(['Something else is experimental', 'SQLite is deprecated'])
})

test('the module is loaded once', () => {
  expect(loadSqlite()).toBe(loadSqlite())
})

test('a process that opens a store says nothing on stderr', async () => {
  expect(await runChild(['add', temporaryStorePath(), 'a'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
})
