import { entryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import type { LineageEdge, LineageKind } from '../../domain/lineage.ts'
import type { Link } from '../../domain/link.ts'
import type { QuarantinedItem, Store } from '../../ports/store.ts'
import { type ConformanceCase, same } from './expect.ts'

const edge = (kind: LineageKind, top: string, under: string): LineageEdge => ({
  kind,
  top: entryId(top),
  under: entryId(under),
  recorded: 7,
  by: 'tester',
})

const link = (from: string, type: string, to: string, source: Link['source'] = 'typed'): Link => ({
  from: entryId(from),
  type,
  to: entryId(to),
  source,
})

const issue = (code: string, ...subjects: readonly string[]): Issue => ({
  code,
  severity: 'warning',
  subjects,
  message: `${code} of ${subjects.join(', ')}`,
  fix: ['varve doctor'],
})

const item = (file: string, line: number, text = 'broken'): QuarantinedItem => ({
  format: 'pack',
  file,
  line,
  offset: line * 10,
  reason: 'not JSON',
  text,
  encoding: 'utf8',
  at: 5,
})

function putIssues(store: Store, ids: readonly string[], issues: readonly Issue[]): void {
  store.transact('issues', (writer) => writer.putViewIssues(new Set(ids.map(entryId)), issues))
}

/** Lineage, links, decisions, issues and quarantine. */
export const graphCases: readonly ConformanceCase[] = [
  {
    name: 'lineage is listed by kind, top and under, from either end',
    check(store) {
      const edges = [
        edge('digests', 'd', 'b'),
        edge('consolidates', 'e', 'd'),
        { ...edge('digests', 'd', 'a'), source_hash: 'h' },
      ]
      store.transact('edges', (writer) => {
        for (const each of edges) writer.putLineage(each)
      })
      const [db, ed, da] = edges
      same(store.lineage({}), [ed, da, db], 'all')
      same(store.lineage({ top: entryId('d') }), [da, db], 'by top')
      same(store.lineage({ under: entryId('d') }), [ed], 'by under')
      same(store.lineage({ top: entryId('d'), under: entryId('b') }), [db], 'by both')
      same(store.lineage({ touching: [entryId('a'), entryId('e')] }), [ed, da], 'by either end')
      same(store.lineage({ touching: [] }), [], 'by no end')
    },
  },
  {
    name: 'a lineage edge is one of its kind and ends: put again it is replaced, dropped it is gone',
    check(store) {
      store.transact('edges', (writer) => {
        writer.putLineage(edge('digests', 'd', 'a'))
        writer.putLineage({ ...edge('digests', 'd', 'a'), source_hash: 'new' })
        writer.putLineage(edge('merges', 'd', 'a'))
      })
      same(store.lineage({})[0]?.source_hash, 'new', 'replaced')
      store.transact('drop', (writer) => writer.dropLineage(edge('digests', 'd', 'a')))
      same(store.lineage({}), [edge('merges', 'd', 'a')], 'dropped')
    },
  },
  {
    name: 'links are listed by from, type and to, from either end',
    check(store) {
      const links = [
        link('b', 'related', 'a'),
        link('a', 'supports', 'b'),
        link('a', 'related', 'c'),
        link('a', 'related', 'b', 'inline'),
        link('a', '\u{1f525}', 'b'),
        link('a', '\uffee', 'b'),
      ]
      store.transact('links', (writer) => {
        for (const each of links) writer.putLink(each)
      })
      const [ba, supports, ac, ab, fire, high] = links
      same(store.links({}), [ab, ac, supports, fire, high, ba], 'all')
      same(store.links({ from: entryId('b') }), [ba], 'from')
      same(store.links({ to: entryId('b') }), [ab, supports, fire, high], 'to')
      same(store.links({ from: entryId('a'), to: entryId('c') }), [ac], 'both')
      same(store.links({ touching: [entryId('c'), entryId('b')] }), store.links({}), 'by either end')
      same(store.links({ touching: [entryId('c')] }), [ac], 'by one end')
      same(store.links({ touching: [] }), [], 'by no end')
    },
  },
  {
    name: 'many links are listed each once, in one order',
    check(store) {
      const idOf = (at: number) => `n${String(at).padStart(3, '0')}`
      const links = Array.from({ length: 110 }, (_, from) =>
        Array.from({ length: 100 }, (_, to) => link(idOf(from), 'related', idOf(to))),
      ).flat()
      store.transact('many', (writer) => {
        for (const each of [...links].reverse()) writer.putLink(each)
      })
      same(store.links({}), links, 'all')
    },
  },
  {
    name: 'a link put twice is one link; a typed and an inline one are two',
    check(store) {
      store.transact('links', (writer) => {
        writer.putLink(link('a', 'related', 'b'))
        writer.putLink(link('a', 'related', 'b'))
        writer.putLink(link('a', 'related', 'b', 'inline'))
      })
      same(store.links({}), [link('a', 'related', 'b', 'inline'), link('a', 'related', 'b')], 'two links')
      store.transact('drop', (writer) => writer.dropLink(link('a', 'related', 'b')))
      same(store.links({}), [link('a', 'related', 'b', 'inline')], 'one left')
    },
  },
  {
    name: 'decisions and policies are kept until they are null',
    check(store) {
      store.transact('decide', (writer) => {
        writer.putReview('rv_1', { accept: true })
        writer.putReview('rv_1', { accept: false })
        writer.putReview('rv_0', { snooze: 7 })
        writer.putPolicy('__proto__', { on: true })
      })
      same(
        store.reviews(),
        [
          { id: 'rv_0', decision: { snooze: 7 } },
          { id: 'rv_1', decision: { accept: false } },
        ],
        'reviews by id',
      )
      same(store.review('rv_1'), { accept: false }, 'review')
      same(store.policy('__proto__'), { on: true }, 'policy')
      store.transact('withdraw', (writer) => {
        writer.putReview('rv_1', null)
        writer.putReview('rv_0', null)
        writer.putPolicy('__proto__', null)
        writer.putPolicy('never set', null)
      })
      same(store.reviews(), [], 'no reviews')
      same([store.review('rv_1') ?? null, store.policy('__proto__') ?? null], [null, null], 'withdrawn')
    },
  },
  {
    name: 'view issues are replaced by subject and listed in issue order',
    check(store) {
      putIssues(store, [], [issue('z', 'a'), issue('m', 'a', 'b'), issue('m', 'c')])
      same(store.viewIssues(), [issue('m', 'a', 'b'), issue('m', 'c'), issue('z', 'a')], 'put')
      putIssues(store, ['b', 'x'], [{ ...issue('k', 'b'), severity: 'error' }])
      same(
        store.viewIssues(),
        [{ ...issue('k', 'b'), severity: 'error' }, issue('m', 'c'), issue('z', 'a')],
        'those about b',
      )
      const many = Array.from({ length: 2000 }, (_, index) => `e${index}`)
      putIssues(store, ['a', 'b', 'c', ...many], [])
      same(store.viewIssues(), [], 'none left')
    },
  },
  {
    name: 'an issue that is put again is kept once',
    check(store) {
      putIssues(store, [], [issue('m', 'a', 'a'), issue('m', 'a', 'a')])
      putIssues(store, ['x'], [issue('m', 'a', 'a')])
      same(store.viewIssues(), [issue('m', 'a', 'a')], 'issues')
    },
  },
  {
    name: 'quarantined items are kept whole, each once, by file, line and offset',
    check(store) {
      const odd = { ...item('b', 1, 'NUL \u0000 \ud83d'), encoding: 'base64' as const }
      store.transact('quarantine', (writer) =>
        writer.replaceQuarantine(new Set(), [odd, item('a', 12), item('a', 3)]),
      )
      store.transact('again', (writer) => writer.replaceQuarantine(new Set(), [{ ...item('a', 3), at: 99 }]))
      same(store.quarantine(), [item('a', 3), item('a', 12), odd], 'items')
    },
  },
  {
    name: 'what is read again takes the place of what lay in quarantine from the same file',
    check(store) {
      store.transact('first', (writer) => writer.replaceQuarantine(new Set(), [item('a', 3), item('b', 1)]))
      store.transact('again', (writer) => writer.replaceQuarantine(new Set(['a']), [item('a', 4)]))
      same(store.quarantine(), [item('a', 4), item('b', 1)], 'items')
    },
  },
]
