import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonOf, canonsOf } from '../../src/compact/canon.ts'
import { resolveView } from '../../src/compact/resolve-view.ts'
import { contractedGraph } from '../../src/digest/graph/contracted-graph.ts'
import { rawGraph } from '../../src/digest/graph/link-graph.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import type { Link } from '../../src/domain/link.ts'
import type { EntryView } from '../../src/ports/store.ts'
import { arbitraryEdge, storeContent } from '../compact/arbitrary-store.ts'
import { type Case, resolve } from '../compact/case.ts'

const CASE: Case = { D: { t: 9, digests: ['a', 'b'], titled: true }, a: {}, b: {}, c: {}, e: {} }

describe('the contracted graph', () => {
  test.each([
    ['a link inside a digest is gone', 'a related b', []],
    [
      'links of two members to one entry are one, by way of the smaller pair',
      'a supports c, b supports c',
      ['D supports c via a→c'],
    ],
    ['a link into a member leads to the digest', 'c related a', ['c related D via c→a']],
    ['each direction counts', 'a related e, e related b', ['D related e via a→e', 'e related D via e→b']],
    ['a link of a digest to its own member is gone', 'D related a', []],
    ['a link between plain entries is as it was', 'e related c', ['e related c']],
    ['a link to what nobody has is left out', 'e related nobody', []],
  ])('%s [QP-07]', (_, links, expected) => {
    expect(drawn(contractedGraph(viewsOf(CASE), linksOf(links)))).toEqual(expected)
  })

  test('the sample of the reference contracts as it says [QP-07]', () => {
    const views = viewsOf({
      'qp-d16e': { t: 9, digests: ['qp-1a2b', 'qp-2c3d', 'qp-3e4f'], titled: true },
      'qp-1a2b': { titled: true },
      'qp-2c3d': { titled: true },
      'qp-3e4f': { titled: true },
      'qp-4a5b': { titled: true },
      'qp-9f0e': { titled: true },
    })
    const links: readonly Link[] = [
      link('qp-1a2b', 'related', 'qp-2c3d', 'inline'),
      link('qp-3e4f', 'supports', 'qp-2c3d'),
      link('qp-4a5b', 'related', 'qp-1a2b'),
      link('qp-9f0e', 'related', 'qp-3e4f', 'inline'),
    ]
    const graph = contractedGraph(views, links)
    expect(graph.nodes).toEqual(['qp-4a5b', 'qp-9f0e', 'qp-d16e'])
    expect(graph.edges).toEqual([
      { ...link('qp-4a5b', 'related', 'qp-d16e'), via: ['qp-4a5b', 'qp-1a2b'] },
      { ...link('qp-9f0e', 'related', 'qp-d16e', 'inline'), via: ['qp-9f0e', 'qp-3e4f'] },
    ])
  })

  test('what was retracted or forgotten lends its links to nobody', () => {
    const views = viewsOf({ a: { retracted: true }, b: { forgotten: true }, c: {}, e: {} })
    const graph = contractedGraph(views, linksOf('a related c, b related c, e related b, e related c'))
    expect(graph.nodes).toEqual(['c', 'e'])
    expect(drawn(graph)).toEqual(['e related c'])
  })

  test('the raw graph has every entry and every link between two of them', () => {
    const graph = rawGraph(['b', 'a', 'b'] as EntryId[], linksOf('b related a, a related nobody'))
    expect(graph.nodes).toEqual(['a', 'b'])
    expect(drawn(graph)).toEqual(['b related a'])
  })
})

const content = fc.record({
  store: storeContent({ hasHidden: true }),
  links: fc.array(
    arbitraryEdge().map(({ top, under, kind }) => link(top, kind, under)),
    { maxLength: 20 },
  ),
})
const RUNS = { numRuns: 1000 }

describe('laws of contraction', () => {
  test('nodes are what is shown, edges lead between them, none to itself and each once [QP-07]', () => {
    fc.assert(
      fc.property(content, ({ store, links }) => {
        const { views, heads } = resolveView(store.rows, store.edges)
        const { nodes, edges } = contractedGraph(byId(views), links)
        expect(nodes).toEqual([...heads].sort())
        const keys = edges.map(({ from, to, type, source }) => `${from} ${type} ${to} ${source}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { from, to } of edges) {
          expect(from).not.toBe(to)
          expect(nodes).toContain(from)
          expect(nodes).toContain(to)
        }
      }),
      RUNS,
    )
  })

  test('what links join stays joined [QP-07]', () => {
    fc.assert(
      fc.property(content, ({ store, links }) => {
        const { views } = resolveView(store.rows, store.edges)
        const map = byId(views)
        const canon = canonsOf(map)
        const { edges } = contractedGraph(map, links)
        for (const { from, to } of links) {
          const ends = [from, to].map((id) => ({ own: map.get(id), canon: canon.get(id) }))
          const isLost = ends.some(
            (end) =>
              end.own?.hidden?.reason === 'retracted' ||
              end.canon === undefined ||
              map.get(end.canon)?.hidden !== undefined,
          )
          if (isLost || ends[0]?.canon === ends[1]?.canon) continue
          expect(edges.some((edge) => edge.from === ends[0]?.canon && edge.to === ends[1]?.canon)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('the order of links never matters [QP-62]', () => {
    const shuffled = content.chain(({ store, links }) =>
      fc.record({
        store: fc.constant(store),
        links: fc.constant(links),
        other: fc.shuffledSubarray(links, { minLength: links.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ store, links, other }) => {
        const views = byId(resolveView(store.rows, store.edges).views)
        expect(contractedGraph(views, other)).toEqual(contractedGraph(views, links))
      }),
      RUNS,
    )
  })

  test('the canons of all entries at once are those of each', () => {
    fc.assert(
      fc.property(damagedViews(), (views) => {
        const map = byId(views)
        const canons = canonsOf(map)
        for (const { id } of views) expect(canons.get(id)).toBe(canonOf(id, (wanted) => map.get(wanted)))
      }),
      RUNS,
    )
  })

  test('the canons of a chain of ten thousand take no more than a walk along it [QP-61]', () => {
    const views = Array.from({ length: 10_000 }, (_, index) =>
      viewOf(`e${index}`, index === 0 ? undefined : `e${index - 1}`),
    )
    expect(new Set(canonsOf(byId(views)).values())).toEqual(new Set(['e0']))
  })
})

/** Views whose chains may lead in circles or to nobody, as no rule would make them. */
function damagedViews(): fc.Arbitrary<readonly EntryView[]> {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  return fc
    .tuple(...ids.map(() => fc.option(fc.constantFrom(...ids, 'nobody'), { nil: undefined })))
    .map((tops) => ids.map((id, index) => viewOf(id, tops[index])))
}

function viewOf(id: string, by: string | undefined): EntryView {
  return {
    id: id as EntryId,
    ...(by !== undefined && { hidden: { reason: 'digested' as const, by: by as EntryId } }),
    tags: [],
    confidence: 'low',
    also_in: [],
    forks: [],
    contested_by: [],
    stands_for: 0,
  }
}

function viewsOf(entries: Case): ReadonlyMap<EntryId, EntryView> {
  return byId(resolve(entries).views)
}

function byId(views: readonly EntryView[]): ReadonlyMap<EntryId, EntryView> {
  return new Map(views.map((view) => [view.id, view]))
}

/** `a supports c, b related c` */
function linksOf(text: string): readonly Link[] {
  return text.split(', ').map((one) => {
    const [from = '', type = '', to = ''] = one.split(' ')
    return link(from, type, to)
  })
}

function link(from: string, type: string, to: string, source: Link['source'] = 'typed'): Link {
  return { from: from as EntryId, to: to as EntryId, type, source }
}

function drawn({ edges }: ReturnType<typeof contractedGraph>): readonly string[] {
  return edges.map(
    ({ from, type, to, via }) => `${from} ${type} ${to}${via === undefined ? '' : ` via ${via.join('→')}`}`,
  )
}
