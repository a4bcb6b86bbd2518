import { type EntryView, entryId, openView, type Store, type WordQuery } from '@varve/core'
import { searchEntries } from '@varve/core/recall'
import { buildEntry, buildRow } from '@varve/core/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

const NOW = Date.UTC(2026, 2, 1)
const DAY = 86_400_000
const project = { project: 'sample' }
const word = fc.constantFrom(
  'port',
  'ports',
  'cache',
  'caching',
  'getUserName',
  'user',
  'größe',
  '端口',
  'c++',
)
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const fields = fc.record(
  { title: text, summary: text, content: text, tags: fc.uniqueArray(word, { maxLength: 3 }) },
  { requiredKeys: ['content'] },
)
const id = fc.integer({ min: 0, max: 30 }).map((number) => `e${number}`)
const edit = fc.oneof(
  { weight: 5, arbitrary: fc.record({ id, fields }) },
  { weight: 1, arbitrary: fc.record({ id, fields: fc.constant(undefined) }) },
)
const form = fc.constantFrom(
  'port',
  'cache',
  'cach',
  'getusername',
  'user',
  'name',
  'grosse',
  '端口',
  'c++',
  'no',
)
const query = fc.record({
  need: fc.constantFrom('every', 'any'),
  groups: fc.array(fc.uniqueArray(form, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
}) satisfies fc.Arbitrary<WordQuery>

type Fields = Parameters<typeof buildEntry>[1]

function edits(store: Store, all: readonly { readonly id: string; readonly fields?: Fields }[]): void {
  store.transact('edit', (writer) => {
    for (const each of all) {
      if (each.fields === undefined) {
        writer.dropEntry(entryId(each.id))
        continue
      }
      const entry = buildEntry(each.id, each.fields)
      writer.putEntry(entry, buildRow(entry))
    }
  })
}

/** Asks so often that the store keeps lists from now on. */
function warmUp(store: Store): void {
  for (let time = 0; time < 10; time++) store.match({ need: 'every', groups: [['port']] }, 5)
}

test('a process that asks again and again finds what one finds that asks for the first time, whatever is written meanwhile', () => {
  const rounds = fc.array(
    fc.record({
      edits: fc.array(edit, { maxLength: 8 }),
      isElsewhere: fc.boolean(),
      queries: fc.array(query, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 5, maxLength: 60 }),
      rounds,
      fc.constantFrom(3, 100),
      (first, all, limit) => {
        const path = temporaryStorePath()
        const [server, other] = [openSqliteStore(path, project), openSqliteStore(path, project)]
        edits(server, first)
        warmUp(server)
        for (const round of all) {
          edits(round.isElsewhere ? other : server, round.edits)
          const once = openSqliteStore(path, project)
          for (const [index, asked] of round.queries.entries()) {
            // The first few times the index itself is asked.
            const expected = index < 4 ? once.match(asked, limit) : []
            expect(server.match(asked, limit)).toEqual(expected)
          }
          once.close()
        }
        for (const each of [server, other]) each.close()
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})

const SESSION = 'session:one'

test('a search that asks again and again shows what one shows that asks for the first time: the same texts, scores and numbers', () => {
  const place = fc.constantFrom('project', SESSION, 'session:other')
  const dated = fc.record({
    scope: place,
    updated: fc.integer({ min: 0, max: 9 }),
    value: fc.constantFrom(20, 50, 90),
  })
  const hiding = fc.record({ id, by: fc.option(id) })
  const asked = fc.record({
    text: fc.array(fc.constantFrom('port', 'caching', 'user', 'cache', 'größe', 'nothing'), {
      minLength: 1,
      maxLength: 3,
    }),
    limit: fc.constantFrom(2, 20),
    isRaw: fc.boolean(),
  })
  const all = fc.array(fc.tuple(id, fields, dated), { minLength: 5, maxLength: 60 })
  const queries = fc.array(asked, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(all, fc.array(hiding, { maxLength: 8 }), queries, (entries, hidden, requests) => {
      const path = temporaryStorePath()
      const server = openSqliteStore(path, project)
      edits(
        server,
        entries.map(([each, texts, { updated, ...more }]) => ({
          id: each,
          fields: { ...texts, ...more, updated: NOW - updated * DAY },
        })),
      )
      server.transact('hide', (writer) => writer.putViews(hidden.map(hiddenView)))
      warmUp(server)
      const search = (store: Store, { text, ...request }: (typeof requests)[number]) =>
        searchEntries(store, openView(store, [SESSION]), { ...request, text: text.join(' '), now: NOW })
      for (const request of requests) {
        const once = openSqliteStore(path, project)
        expect(search(server, request)).toEqual(search(once, request))
        once.close()
      }
      server.close()
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

function hiddenView({ id, by }: { readonly id: string; readonly by: string | null }): EntryView {
  const none = { tags: [], also_in: [], forks: [], contested_by: [], stands_for: 0 } as const
  const hidden = { reason: 'digested', by: by === null ? null : entryId(by) } as const
  return { id: entryId(id), confidence: 'medium', ...none, ...(by !== id && { hidden }) }
}

test('an entry that is dropped and put again is found once, as any other', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  for (const each of ['a', 'b', 'c']) putText(store, each, `a port ${each}`)
  warmUp(store)
  edits(store, [
    { id: 'a' },
    { id: 'd', fields: { content: 'port' } },
    { id: 'a', fields: { content: 'port' } },
  ])
  const once = openSqliteStore(path, project)
  const asked: WordQuery = { need: 'every', groups: [['port']] }
  expect(store.match(asked, 4)).toEqual(once.match(asked, 4))
  expect(store.match(asked, 4)).toHaveLength(4)
  for (const each of [store, once]) each.close()
})

test('of a word that very many entries have, the same are found again and again as at first', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  store.transact('fill', (writer) => {
    for (let index = 0; index < 2500; index++) {
      const title = index % 40 === 3 ? { title: `Port ${index % 7}` } : {}
      const content = `port ${'cache '.repeat(index % 5)}${'server '.repeat(index % 3)}${index}`
      const entry = buildEntry(`e${index}`, { content, ...title })
      writer.putEntry(entry, buildRow(entry))
    }
  })
  const queries: readonly WordQuery[] = [
    { need: 'every', groups: [['port']] },
    { need: 'every', groups: [['port'], ['cache']] },
    { need: 'any', groups: [['port'], ['server'], ['cache']] },
  ]
  const first = queries.map((each) => store.match(each, 100))
  warmUp(store)
  expect(queries.map((each) => store.match(each, 100))).toEqual(first)
  expect(first.map((ids) => ids.length)).toEqual([100, 100, 100])
  store.close()
})

test('what is rolled back was never found', () => {
  const store = openSqliteStore(temporaryStorePath(), project)
  putText(store, 'a', 'a port')
  warmUp(store)
  const asked: WordQuery = { need: 'every', groups: [['port']] }
  const work = () =>
    store.transact('fails', (writer) => {
      edits({ ...store, transact: (_, each) => each(writer) }, [
        { id: 'b', fields: { content: 'a port too' } },
      ])
      expect(writer.match(asked, 5)).toHaveLength(2)
      throw new Error('no')
    })
  expect(work).toThrow('no')
  expect(store.match(asked, 5)).toEqual(['a'])
  store.close()
})
