import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { louvain } from '../../../src/digest/suggest/communities/louvain.ts'
import { buildGraph, type PairWeights } from '../../../src/digest/suggest/communities/weighted-graph.ts'
import { seededRandom } from '../../../src/domain/seeded-random.ts'

/** What is asked of graphology, whose own types are not needed for it. */
interface OracleGraph {
  addNode(id: number): void
  addEdge(from: number, to: number, attributes: { readonly weight: number }): void
}
interface Oracle {
  readonly Graph: { readonly UndirectedGraph: new () => OracleGraph }
  readonly louvain: {
    detailed(graph: OracleGraph, options: { readonly rng: () => number }): { readonly modularity: number }
  }
}

const ROUNDS = 60
const oracle = findOracle()

test.skipIf(oracle === undefined)(
  'communities are as good as those of graphology: no worse on average, and nowhere by much [QP-16]',
  () => {
    const differences = Array.from({ length: ROUNDS }, (_, at) => {
      const graph = plantedGraph(at + 1)
      return modularity(graph) - graphologyModularity(graph, at + 1)
    })
    const mean = differences.reduce((sum, each) => sum + each, 0) / ROUNDS
    expect(mean).toBeGreaterThan(-0.002)
    expect(Math.min(...differences)).toBeGreaterThan(-0.03)
  },
)

interface Planted {
  readonly size: number
  readonly pairs: PairWeights
}

/** Groups of several sizes and densities, weights as evidence has them. */
function plantedGraph(seed: number): Planted {
  const random = seededRandom(seed)
  const size = 40 + Math.floor(random() * 160)
  const group = 5 + Math.floor(random() * 15)
  const across = random() * 0.05
  const pairs = { from: [] as number[], to: [] as number[], weight: [] as number[] }
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const isInside = Math.floor(i / group) === Math.floor(j / group)
      if (random() >= (isInside ? 0.5 : across)) continue
      pairs.from.push(i)
      pairs.to.push(j)
      pairs.weight.push(150 + Math.floor(random() * 1500))
    }
  }
  return { size, pairs }
}

/** By its definition: the share of weight inside communities, less what chance would put there. */
function modularity({ size, pairs }: Planted): number {
  const communities = louvain(buildGraph(size, pairs), { resolution: 1, seed: 0 })
  const degrees = new Map<number, number>()
  let inside = 0
  let all = 0
  const add = (community: number, weight: number) =>
    degrees.set(community, (degrees.get(community) ?? 0) + weight)
  for (const [at, weight] of pairs.weight.entries()) {
    const [a, b] = [communities[pairs.from[at] ?? 0] ?? 0, communities[pairs.to[at] ?? 0] ?? 0]
    all += weight
    if (a === b) inside += weight
    add(a, weight)
    add(b, weight)
  }
  const byChance = [...degrees.values()].reduce((sum, degree) => sum + (degree / (2 * all)) ** 2, 0)
  return inside / all - byChance
}

function graphologyModularity({ size, pairs }: Planted, seed: number): number {
  if (oracle === undefined) return Number.NaN
  const graph = new oracle.Graph.UndirectedGraph()
  for (let node = 0; node < size; node++) graph.addNode(node)
  for (const [at, weight] of pairs.weight.entries()) {
    graph.addEdge(pairs.from[at] ?? 0, pairs.to[at] ?? 0, { weight })
  }
  return oracle.louvain.detailed(graph, { rng: seededRandom(seed) }).modularity
}

/** Undefined where the workspace was set up before it was asked for. */
function findOracle(): Oracle | undefined {
  const require = createRequire(import.meta.url)
  try {
    return { Graph: require('graphology'), louvain: require('graphology-communities-louvain') }
  } catch {
    return undefined
  }
}
