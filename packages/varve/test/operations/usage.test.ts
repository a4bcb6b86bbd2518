import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Access, createMemoryStore, entryId } from '@varve/core'
import { heatOf } from '@varve/core/consolidate'
import { openSqliteStore } from '@varve/store-sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usageOf } from '../../../core/src/consolidate/usage.ts'
import { keepUsage } from '../../src/compose/usage.ts'
import { compose } from '../../src/compose.ts'
import { HOST_OUTPUTS } from '../../src/hooks/host-outputs.ts'
import { sessionStart } from '../../src/hooks/inject.ts'
import { add } from '../../src/operations/add.ts'
import type { Fields } from '../../src/operations/field.ts'
import { list } from '../../src/operations/list.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { search } from '../../src/operations/search.ts'
import { show } from '../../src/operations/show.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-usage-'))
  mkdirSync(join(folder, 'project'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** One process after another, as commands are. */
function open(session = 's1') {
  const opened = compose({
    via: 'library',
    cwd: join(folder, 'project'),
    env: { VARVE_HOME: join(folder, 'home'), VARVE_ACTOR: 'tester', VARVE_SESSION_ID: session },
    readInput: async () => '',
    confirm: async () => true,
    editText: async () => undefined,
    progress: () => {},
  })
  return {
    ...opened,
    run: async <F extends Fields>(operation: Operation<F>, input: object = {}) =>
      operation.run(parseInput(operation, { ...input }), opened.context),
  }
}

function accesses(): readonly Access[] {
  const opened = open()
  try {
    return opened.context.reading().accesses()
  } finally {
    opened.close()
  }
}

async function fill(count: number) {
  const opened = open('')
  for (let at = 0; at < count; at++)
    await opened.run(add, { text: `Note ${at} speaks of heron${at} and of the mill.` })
  opened.close()
}

test('a hundred searches of one session and day count once for what they found [LK-06]', async () => {
  await fill(1)
  for (let process = 0; process < 4; process++) {
    const opened = open()
    for (let at = 0; at < 25; at++) await opened.run(search, { text: ['mill'] })
    opened.close()
  }
  expect(accesses().map(({ kind, session }) => [kind, session])).toEqual([['search', 's1']])
})

test('a look, a list and the past are no uses; a show is', async () => {
  await fill(1)
  const opened = open()
  await opened.run(search, { text: ['mill'], preview: true })
  const { json } = await opened.run(list)
  opened.close()
  expect(accesses()).toEqual([])
  const [{ id }] = (json as { readonly items: readonly [{ readonly id: string }] }).items
  const second = open()
  await second.run(show, { id })
  second.close()
  expect(accesses().map(({ entry, kind }) => [entry, kind])).toEqual([[id, 'show']])
})

test('fifty starts of a session leave the heat of what they show as it was [LK-07]', async () => {
  await fill(3)
  const opened = open()
  const { context } = opened
  const heats = () => {
    const now = context.clock.now()
    return Array.from(context.reading().entries({ visibility: 'all' }), (entry) => {
      const uses = context
        .reading()
        .accesses()
        .flatMap(({ entry: id, at }) => (id === entry.id ? [at] : []))
      return heatOf(usageOf(uses, entry.created, now), 0.5)
    })
  }
  const before = heats()
  for (let at = 0; at < 50; at++) {
    const { place, config } = context
    const host = HOST_OUTPUTS['claude-code']
    const start = await sessionStart({
      reader: context.reading(),
      place,
      config,
      host,
      session: 's1',
      source: 'startup',
    })
    expect(start?.shown).toHaveLength(3)
  }
  opened.close()
  expect(accesses()).toEqual([])
  expect(heats).toBeDefined()
  const again = open()
  expect(again.context.reading().accesses()).toEqual([])
  again.close()
  expect(before).toEqual([27.5, 27.5, 27.5])
})

test('a hundred searches for different things write less than 200 KiB to the log [LK-58]', async () => {
  await fill(100)
  const opened = open()
  const path = opened.context.place.databasePath
  // Keeps the log where it is.
  const other = openSqliteStore(path, { project: opened.context.place.projectId })
  other.transact('warm', () => {})
  const size = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const before = size()
  for (let at = 0; at < 100; at++) await opened.run(search, { text: [`heron${at}`, 'mill'], limit: 20 })
  opened.close()
  expect(size() - before).toBeLessThanOrEqual(200 * 1024)
  expect(other.accesses().length).toBe(100)
  other.close()
})

test('where another process writes, a use is not waited for', async () => {
  await fill(1)
  const opened = open()
  await opened.run(search, { text: ['mill'] })
  const other = openSqliteStore(opened.context.place.databasePath, {
    project: opened.context.place.projectId,
  })
  other.transact('long', () => opened.close())
  expect(other.accesses()).toEqual([])
  other.close()
})

test('a process that stays notes a use of each day, and of one day once', () => {
  const store = createMemoryStore({ project: 'p' })
  let now = Date.UTC(2026, 10, 28)
  const usage = keepUsage(() => store, { session: 's', now: () => now })
  for (const day of [0, 0, 1, 2, 2]) {
    now = Date.UTC(2026, 10, 28 + day)
    usage.note('show', [entryId('a'), entryId('b')])
  }
  usage.flush()
  expect(store.accesses()).toHaveLength(6)
})
