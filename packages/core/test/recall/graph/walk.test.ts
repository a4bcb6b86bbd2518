import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractedGraph, type GraphEdge, rawGraph } from '../../../src/digest/index.ts'
import type { EntryId } from '../../../src/index.ts'
import {
  findPath,
  openGraph,
  pathOfWalk,
  USUAL_WALK,
  type Walk,
  type WalkRules,
  walkGraph,
} from '../../../src/recall/index.ts'
import { type Content, memoryOf, SAMPLE } from '../memory-of.ts'

function walk(content: Content, root: string, rules: Partial<WalkRules> = {}, isRaw = false): Walk {
  const { store, view } = memoryOf(content)
  return walkGraph(openGraph(store, view, { isRaw }), root as EntryId, { ...USUAL_WALK, ...rules })
}

/** `b:1 c:2` */
function visited({ visits }: Walk): string {
  return visits.map(({ node, hop }) => `${node}:${hop}`).join(' ')
}

function plain(links: readonly string[], values: Readonly<Record<string, number>> = {}): Content {
  const ids = new Set(links.flatMap((link) => [link.split(' ')[0] ?? '', link.split(' ')[2] ?? '']))
  return {
    entries: Object.fromEntries(
      [...ids].map((id) => [id, values[id] === undefined ? {} : { value: values[id] }]),
    ),
    links,
  }
}

const CHAIN = plain(['a related b', 'b related c', 'c related d', 'd related e'])

describe('a walk', () => {
  test('goes breadth first, one edge a hop, three hops by default [QP-19]', () => {
    expect(visited(walk(CHAIN, 'a'))).toBe('a:0 b:1 c:2 d:3')
    expect(walk(CHAIN, 'a').truncation).toBeUndefined()
    expect(visited(walk(CHAIN, 'a', { maxHops: 0 }))).toBe('a:0')
  })

  test.each([
    ['out', 'c:0 d:1 e:2'],
    ['in', 'c:0 b:1 a:2'],
    ['both', 'c:0 b:1 d:1 a:2 e:2'],
  ] as const)('honours the direction %s, weighted or not [QP-19]', (direction, expected) => {
    expect(visited(walk(CHAIN, 'c', { direction }))).toBe(expected)
    expect(visited(walk(CHAIN, 'c', { direction, isWeighted: true }))).toBe(expected)
  })

  test('comes to its neighbours by type and then by id', () => {
    const fan = plain(['m supports a', 'm related z', 'm related b', 'k answers m'])
    expect(visited(walk(fan, 'm'))).toBe('m:0 k:1 b:1 z:1 a:1')
  })

  test('filters the type as it is shown, or as it is stored [QP-19]', () => {
    const links = plain(['a supports b', 'b supports c', 'b related d'])
    expect(visited(walk(links, 'b', { types: ['supported-by'] }))).toBe('b:0 a:1')
    expect(visited(walk(links, 'b', { types: ['supports'], invertsInbound: false }))).toBe('b:0 a:1 c:1')
    expect(visited(walk(links, 'b', { excludedTypes: ['related', 'supports'] }))).toBe('b:0 a:1')
  })

  test('follows only what is stated, or only what is written', () => {
    const links = plain(['a related b inline', 'a related c'])
    expect(visited(walk(links, 'a', { source: 'typed' }))).toBe('a:0 c:1')
    expect(visited(walk(links, 'a', { source: 'inline' }))).toBe('a:0 b:1')
  })

  test('meets each edge once, and an edge to a node seen before is not followed [QP-19]', () => {
    const ring = plain(['a related b', 'b related c', 'c related a'])
    const { steps, visits } = walk(ring, 'a')
    expect(visits).toHaveLength(3)
    expect(steps.map(({ from, to }) => `${from}${to}`)).toEqual(['ab', 'ac', 'bc'])
  })

  test('passes over notes of less value, and what only they lead to [QP-24]', () => {
    const links = plain(['a related b', 'b related c', 'a related d'], { b: 10, d: 60 })
    expect(visited(walk(links, 'a', { minimumValue: 50 }))).toBe('a:0 d:1')
  })

  test.each([
    [{ maxNodes: 2 }, 'max_nodes', 'a:0 b:1'],
    [{ maxEdges: 2 }, 'max_edges', 'a:0 b:1 c:1'],
    [{ maxFanout: 1 }, 'max_fanout', 'a:0 b:1 e:2'],
    [{ maxCost: 2, isWeighted: true }, 'max_cost', 'a:0 b:1 c:1 d:1'],
  ] as const)('stopped by %j says so [QP-19]', (limits, reason, expected) => {
    const tree = plain(['a related b', 'a related c', 'a related d', 'b related e'])
    const { truncation, ...rest } = walk(tree, 'a', limits)
    expect(truncation).toBe(reason)
    expect(visited({ truncation, ...rest })).toBe(expected)
  })

  test('leaves out what a link names and nobody has', () => {
    const { entries } = plain(['a related b'])
    expect(visited(walk({ entries, links: ['a related b', 'a related gone', 'a related a'] }, 'a', {}))).toBe(
      'a:0 b:1',
    )
  })
})

describe('over the sample store', () => {
  test('hidden notes are no nodes, and their links are those of the digest [QP-06] [QP-07] [QP-08]', () => {
    const { visits, steps } = walk(SAMPLE, 'qp-9f0e')
    expect(visits.map(({ node }) => node)).toEqual(['qp-9f0e', 'qp-d16e', 'qp-4a5b'])
    expect(steps.map(({ edge }) => edge.via)).toEqual([
      ['qp-9f0e', 'qp-3e4f'],
      ['qp-4a5b', 'qp-1a2b'],
    ])
  })

  test('the raw graph has every note for itself [QP-34]', () => {
    expect(visited(walk(SAMPLE, 'qp-9f0e', { maxHops: 9 }, true))).toBe(
      'qp-9f0e:0 qp-3e4f:1 qp-2c3d:2 qp-1a2b:3 qp-4a5b:4',
    )
  })
})

describe('weighted', () => {
  test('costs half along close relations, and less toward what is worth more [QP-24] [QP-47]', () => {
    const links = plain(['a part-of b', 'a related c', 'a related d', 'a follows e'], {
      c: 100,
      d: 0,
      e: 100,
    })
    const costs = walk(links, 'a', { isWeighted: true }).visits.map(({ node, cost }) => `${node}=${cost}`)
    expect(costs).toEqual(['a=0', 'e=0.5', 'b=0.75', 'c=1', 'd=2'])
  })

  test('keeps hops and cost apart [QP-47]', () => {
    const links = plain(['a part-of b', 'b part-of c', 'a related c'], { b: 100, c: 100 })
    const found = walk(links, 'a', { isWeighted: true }).visits.find(({ node }) => node === 'c')
    expect(found).toMatchObject({ hop: 1, cost: 1 })
    const cheaper = plain(['a part-of b', 'b part-of c', 'a related c'], { b: 100, c: 0 })
    expect(walk(cheaper, 'a', { isWeighted: true }).visits.at(-1)).toMatchObject({ hop: 2, cost: 1.5 })
  })
})

const TYPES = ['related', 'supports', 'part-of'] as const
const graphs = fc
  .record({
    links: fc.uniqueArray(
      fc.record({
        from: fc.nat(11),
        to: fc.nat(11),
        type: fc.constantFrom(...TYPES),
        source: fc.constantFrom('typed', 'inline'),
      }),
      { maxLength: 30, selector: (link) => JSON.stringify(link) },
    ),
    unders: fc.uniqueArray(fc.record({ top: fc.nat(11), under: fc.nat(11) }), {
      maxLength: 6,
      selector: ({ under }) => under,
    }),
    values: fc.array(fc.nat(100), { minLength: 12, maxLength: 12 }),
  })
  .map(
    ({ links, unders, values }): Content => ({
      entries: Object.fromEntries(values.map((value, index) => [`e${index}`, { value }])),
      links: links
        .filter(({ from, to }) => from !== to)
        .map(({ from, to, type, source }) => `e${from} ${type} e${to} ${source}`),
      lineage: unders.map(({ top, under }) => `e${top} digests e${under}`),
    }),
  )

/** Links to what comes soon after, so that paths are long and many are equally long. */
const longGraphs = fc
  .array(
    fc.record({ from: fc.nat(23), by: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom(...TYPES) }),
    {
      minLength: 30,
      maxLength: 90,
    },
  )
  .map((links) => plain(links.map(({ from, by, type }) => `e${from} ${type} e${from + by}`)))

describe('over any graph', () => {
  test.each([
    ['contracted', false],
    ['raw', true],
  ])('what is read step by step is the whole %s graph [QP-06] [QP-07]', (_, isRaw) => {
    fc.assert(
      fc.property(graphs, (content) => {
        const { store, view } = memoryOf(content)
        const graph = openGraph(store, view, { isRaw })
        const whole = isRaw
          ? rawGraph([...view.allViews().keys()], store.links({}))
          : contractedGraph(view.allViews(), store.links({}))
        for (const id of view.allViews().keys()) {
          const node = graph.nodeOf(id)
          expect(node !== undefined && whole.nodes.includes(node)).toBe(true)
        }
        const read = new Map<string, GraphEdge>()
        for (const edges of graph.edgesOf(whole.nodes).values()) {
          for (const edge of edges) read.set(JSON.stringify(edge), edge)
        }
        expect([...read.keys()].sort()).toEqual(whole.edges.map((edge) => JSON.stringify(edge)).sort())
      }),
    )
  })

  test('a weighted walk is that of a plain Dijkstra [QP-47]', () => {
    fc.assert(
      fc.property(graphs, (content) => {
        const { store, view } = memoryOf(content)
        const graph = openGraph(store, view, { isRaw: true })
        const { visits } = walkGraph(graph, 'e0' as EntryId, { ...USUAL_WALK, isWeighted: true, maxHops: 99 })
        const expected = plainDijkstra(content, 'e0')
        expect(new Map(visits.map(({ node, cost }) => [String(node), cost]))).toEqual(expected)
      }),
    )
  })

  test('a path looked for from both ends is the one that a walk from its start takes [QP-48]', () => {
    const rules = fc.record({
      direction: fc.constantFrom('out', 'in', 'both'),
      types: fc.constantFrom([], ['supports', 'part-of', 'has-part']),
      excludedTypes: fc.constantFrom([], ['related']),
      source: fc.constantFrom(undefined, 'typed'),
      invertsInbound: fc.boolean(),
      minimumValue: fc.constantFrom(0, 0, 40),
      maxHops: fc.constantFrom(0, 1, 2, 3, 99),
      isWeighted: fc.constant(false),
    })
    fc.assert(
      fc.property(
        fc.oneof(graphs, longGraphs),
        fc.nat(23),
        rules,
        fc.boolean(),
        (content, end, given, isRaw) => {
          const { store, view } = memoryOf(content)
          const graph = openGraph(store, view, { isRaw })
          const [from, to] = [graph.nodeOf('e0' as EntryId), graph.nodeOf(`e${end}` as EntryId)]
          if (from === undefined || to === undefined) return
          const walked = given as WalkRules
          expect(findPath(graph, from, to, walked)).toEqual(pathOfWalk(graph, from, to, walked))
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a path has as many hops as the walk that comes to its end, and none where none does [QP-48]', () => {
    fc.assert(
      fc.property(graphs, fc.nat(11), (content, end) => {
        const { store, view } = memoryOf(content)
        const graph = openGraph(store, view, { isRaw: true })
        const rules = { ...USUAL_WALK, maxHops: 99 }
        const to = `e${end}` as EntryId
        const path = findPath(graph, 'e0' as EntryId, to, rules)
        const visit = walkGraph(graph, 'e0' as EntryId, rules).visits.find(({ node }) => node === to)
        expect(path.isFound ? path.steps.length : undefined).toBe(visit?.hop)
        expect(path.visits.map(({ node }) => node)).toEqual(
          path.isFound ? ['e0', ...path.steps.map((step) => step.to)] : [],
        )
      }),
    )
  })
})

describe('a path', () => {
  const pathOf = (content: Content, to: string, rules: Partial<WalkRules> = {}) => {
    const { store, view } = memoryOf(content)
    const graph = openGraph(store, view, { isRaw: false })
    const { steps } = findPath(graph, 'a' as EntryId, to as EntryId, { ...USUAL_WALK, maxHops: 10, ...rules })
    return steps.map((step) => `${step.type} ${step.to}`)
  }

  test('of several of equal length is the smallest by type and id [QP-48]', () => {
    const links = plain([
      'a related c',
      'a related b',
      'a answers d',
      'c related z',
      'b related z',
      'd related z',
    ])
    expect(pathOf(links, 'z')).toEqual(['answers d', 'related z'])
    expect(pathOf(links, 'z', { excludedTypes: ['answers'] })).toEqual(['related b', 'related z'])
  })

  test('of least cost may be longer; of equally cheap ones it is the smallest too [QP-48]', () => {
    const links = plain(['a related z', 'a part-of b', 'b part-of z', 'a part-of c', 'c part-of z'], {
      b: 100,
      c: 100,
      z: 50,
    })
    expect(pathOf(links, 'z', { isWeighted: true })).toEqual(['part-of b', 'part-of z'])
  })

  test('to where one is has no step', () => {
    expect(pathOf(CHAIN, 'a')).toEqual([])
  })
})

test('a chain of ten thousand notes is walked from end to end [QP-61]', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `n${String(index).padStart(5, '0')}`)
  const edges = new Map<string, GraphEdge[]>(ids.map((id) => [id, []]))
  ids.slice(1).forEach((id, index) => {
    const edge = { from: ids[index], to: id, type: 'related', source: 'typed' } as GraphEdge
    edges.get(edge.from)?.push(edge)
    edges.get(edge.to)?.push(edge)
  })
  const graph = {
    nodeOf: (id: EntryId) => id,
    nodesOf: (some: Iterable<EntryId>) => new Map([...some].map((id) => [id, id])),
    edgesOf: (nodes: readonly EntryId[]) => new Map(nodes.map((node) => [node, edges.get(node) ?? []])),
    valueOf: () => 50,
  }
  const [first, last] = [ids[0], ids.at(-1)] as [EntryId, EntryId]
  for (const isWeighted of [false, true]) {
    const path = findPath(graph, first, last, { ...USUAL_WALK, maxHops: 20_000, isWeighted })
    expect(path.steps).toHaveLength(9999)
  }
})

/** Least costs by trying every edge until nothing gets cheaper. */
function plainDijkstra({ entries, links = [] }: Content, root: string): ReadonlyMap<string, number> {
  const costs = new Map([[root, 0]])
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const link of links) {
      const [a = '', type = '', b = ''] = link.split(' ')
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const start = costs.get(from)
        if (start === undefined) continue
        const cost = start + (type === 'part-of' ? 0.5 : 1) * (1 + (100 - (entries[to]?.value ?? 50)) / 100)
        if (cost < (costs.get(to) ?? Infinity) - 1e-9) {
          costs.set(to, cost)
          isChanged = true
        }
      }
    }
  }
  return new Map([...costs].map(([id, cost]) => [id, Math.round(cost * 1000) / 1000]))
}
