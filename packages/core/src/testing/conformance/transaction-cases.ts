import { entryId } from '../../domain/ids.ts'
import type { Store, StoreWriter } from '../../ports/store.ts'
import { everyWord } from '../../words/word-query.ts'
import { buildAdd, buildEntry, buildRecord, buildRow, buildView } from '../builders.ts'
import { type ConformanceCase, failsWith, same, thrownBy } from './expect.ts'

const id = entryId('a')

function writeEverything(writer: StoreWriter, mark: string): void {
  const entry = buildEntry('a', { content: mark, tags: [mark] })
  writer.appendRecord(buildRecord(mark.length, [buildAdd('a', mark)]))
  writer.putEntry(entry, buildRow(entry))
  writer.putLineage({ kind: 'digests', top: id, under: entryId('b'), recorded: 1, by: mark })
  writer.putLink({ from: id, to: entryId('b'), type: mark, source: 'typed' })
  writer.putReview('rv_1', { mark })
  writer.putPolicy('p', { mark })
  writer.putViews([buildView('a', { tags: [mark] })])
  writer.putViewIssues(new Set([id]), [
    { code: mark, severity: 'info', subjects: ['a'], message: mark, fix: [] },
  ])
  writer.replaceQuarantine(new Set(), [
    { format: 'f', file: mark, line: 1, offset: 0, reason: 'r', text: mark, encoding: 'utf8', at: 1 },
  ])
}

function everything(store: Store): unknown {
  return {
    records: store.records({}),
    entities: [...store.entities()],
    events: store.events('entry a'),
    entries: [...store.entries({ visibility: 'all' })],
    rows: [...store.compactionRows({})],
    lineage: store.lineage({}),
    links: store.links({}),
    decisions: [store.review('rv_1') ?? null, store.policy('p') ?? null],
    view: store.view(id) ?? null,
    issues: store.viewIssues(),
    quarantine: store.quarantine(),
    matches: [store.match(everyWord('old'), 9), store.match(everyWord('newer'), 9)],
    size: store.size(),
  }
}

/** All or nothing, and a writer sees what it wrote. */
export const transactionCases: readonly ConformanceCase[] = [
  {
    name: 'a transaction gives back what its work gives back',
    check(store) {
      same(
        store.transact('read', () => 42),
        42,
        'result',
      )
    },
  },
  {
    name: 'nothing of a transaction that throws is kept [RS-12]',
    check(store) {
      store.transact('before', (writer) => writeEverything(writer, 'old'))
      const before = everything(store)
      const thrown = thrownBy(
        () =>
          store.transact('fails', (writer) => {
            writeEverything(writer, 'newer')
            writer.eraseEvents('entry a')
            writer.dropLineage({ kind: 'digests', top: id, under: entryId('b') })
            writer.dropEntry(id)
            throw new Error('half way')
          }),
        'a failing transaction',
      )
      same(String(thrown), 'Error: half way', 'the error itself comes out')
      same(everything(store), before, 'the store')
      store.transact('after', (writer) => writeEverything(writer, 'newer'))
      same(store.match(everyWord('newer'), 9), [id], 'the store can be written again')
    },
  },
  {
    name: 'nothing is left of a first transaction that throws [RS-12]',
    check(store) {
      const before = everything(store)
      thrownBy(
        () =>
          store.transact('fails', (writer) => {
            writeEverything(writer, 'newer')
            throw new Error('half way')
          }),
        'a failing transaction',
      )
      same(everything(store), before, 'the store')
    },
  },
  {
    name: 'reads inside a transaction see its own writes',
    check(store) {
      store.transact('write', (writer) => {
        writeEverything(writer, 'old')
        same(writer.entry(id)?.content, 'old', 'entry')
        same(writer.events('entry a').length, 1, 'events')
        same(writer.head(), buildRecord(3, []).id, 'head')
        same(writer.view(id)?.tags, ['old'], 'view')
        same(writer.match(everyWord('old'), 9), [id], 'match')
        same(store.entry(id)?.content, 'old', 'the store itself')
      })
    },
  },
  {
    name: 'a transaction inside a transaction is refused, and the outer one goes on',
    check(store) {
      store.transact('outer', (writer) => {
        writer.putPolicy('outer', { kept: true })
        failsWith('internal', () => store.transact('inner', () => 1), 'inner')
      })
      same(store.policy('outer'), { kept: true }, 'outer')
    },
  },
  {
    name: 'a store knows its project and its client id',
    check(store) {
      same(store.project, 'sample', 'project')
      same(/^[0-9a-f]{16}$/.test(store.client), true, 'client')
    },
  },
  {
    name: 'scrubbing changes nothing that can be read',
    check(store) {
      store.transact('write', (writer) => {
        writeEverything(writer, 'old')
        writer.eraseEvents('entry a')
      })
      const before = everything(store)
      store.scrub()
      same(everything(store), before, 'the store')
    },
  },
]
