import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@varve/core'
import { openSqliteStore } from '@varve/store-sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeptStart } from '../../src/hooks/kept-start.ts'
import { locateProject } from '../../src/project/locate-project.ts'

const TEXT = { text: 'what the project knows', shown: [['a', 'v1']] } as const
const NOW = Date.UTC(2026, 10, 28)

let folder: string
let program: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-start-'))
  program = join(folder, 'hook.mjs')
  const { databasePath, dataDir } = place()
  mkdirSync(dataDir, { recursive: true })
  for (const path of [program, databasePath]) write(path, 'x', NOW - 60_000)
})
afterEach(() => rmSync(folder, { recursive: true }))

const place = () => locateProject(folder, { VARVE_HOME: join(folder, 'home'), HOME: folder })

function write(path: string, text: string, at: number): void {
  writeFileSync(path, text)
  utimesSync(path, at / 1000, at / 1000)
}

function kept(more: Partial<ConstructorParameters<typeof KeptStart>[0]> = {}): KeptStart {
  return new KeptStart({ place: place(), cwd: folder, agent: 'codex', ...more }, program)
}

test('what a session starts with is kept until a file changes that it is made of', () => {
  expect(kept().find()).toBeUndefined()
  kept().keep(TEXT, NOW)
  expect(kept().find()).toMatchObject(TEXT)
  const { databasePath, userConfigPath } = place()
  for (const path of [databasePath, `${databasePath}-wal`, userConfigPath, program]) {
    write(path, 'yz', NOW - 50_000)
    expect(kept().find()).toBeUndefined()
    kept().keep(TEXT, NOW)
    expect(kept().find()).toMatchObject(TEXT)
  }
})

test('a use that is noted leaves it as it is, and a write does not', () => {
  const { databasePath, projectId: project } = place()
  rmSync(databasePath)
  const store = openSqliteStore(databasePath, { project })
  const note = `${databasePath}-writer`
  const write = () => {
    store.transact('write', () => undefined)
    expect(kept().find()).toBeUndefined()
    utimesSync(note, NOW / 1000 - 60, NOW / 1000 - 60)
  }
  write()
  utimesSync(databasePath, NOW / 1000 - 60, NOW / 1000 - 60)
  kept().keep(TEXT, NOW)
  const before = statSync(`${databasePath}-wal`).size
  store.noteAccesses([{ entry: entryId('a'), at: NOW, session: 's', kind: 'show' }])
  expect(statSync(`${databasePath}-wal`).size).toBeGreaterThan(before)
  expect(kept().find()).toMatchObject(TEXT)
  write()
  store.close()
})

test('it is kept for one agent and branch', () => {
  kept().keep(TEXT, NOW)
  expect(kept({ agent: 'cursor' }).find()).toBeUndefined()
  expect(kept({ place: { ...place(), branch: 'feat-x' } }).find()).toBeUndefined()
})

test('nothing is kept of a store that was written just now, or while the text was made', () => {
  kept().keep(TEXT, NOW - 59_000)
  expect(kept().find()).toBeUndefined()
  const begun = kept()
  write(place().databasePath, 'written meanwhile', NOW - 30_000)
  begun.keep(TEXT, NOW)
  expect(kept().find()).toBeUndefined()
})

test('only this user may read it, and what is damaged counts as not there', () => {
  kept().keep(TEXT, NOW)
  const { startsDir } = place()
  expect(statSync(startsDir).mode & 0o777).toBe(0o700)
  rmSync(startsDir, { recursive: true })
  writeFileSync(startsDir, 'no folder')
  expect(kept().find()).toBeUndefined()
})
