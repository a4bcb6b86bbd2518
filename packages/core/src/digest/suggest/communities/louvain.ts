import { seededRandom } from '../../../domain/seeded-random.ts'
import { moveNodes } from './move-nodes.ts'
import { shuffle } from './shuffle.ts'
import { buildGraph, forNeighbours, type WeightedGraph } from './weighted-graph.ts'

const MOST_LEVELS = 20

export interface LouvainOptions {
  /** Above 1, communities are smaller. */
  readonly resolution: number
  /** 0: nodes are visited in their order; else in an order shuffled by it. */
  readonly seed: number
}

/**
 * Louvain's communities (Blondel et al. 2008) with every choice fixed: what moves where, and what
 * wins a tie. Returns the community of each node, numbered by smallest members.
 */
export function louvain(graph: WeightedGraph, { resolution, seed }: LouvainOptions): Int32Array {
  const random = seededRandom(seed)
  let communities = Int32Array.from({ length: graph.size }, (_, node) => node)
  let level = graph
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const order = Int32Array.from({ length: level.size }, (_, node) => node)
    if (seed !== 0) shuffle(order, random)
    const moved = moveNodes(level, order, resolution)
    if (moved === undefined) break
    const { numbers, count } = numberBySmallest(moved)
    communities = communities.map((community) => numbers[community] ?? 0)
    level = aggregate(level, numbers, count)
  }
  return communities
}

/** Numbers from 0, in the order of first members. */
function numberBySmallest(communities: Int32Array): {
  readonly numbers: Int32Array
  readonly count: number
} {
  const numberOf = new Map<number, number>()
  const numbers = communities.map((community) => {
    const known = numberOf.get(community) ?? numberOf.size
    numberOf.set(community, known)
    return known
  })
  return { numbers, count: numberOf.size }
}

/** Each community as one node; what is inside of it becomes its loop. */
function aggregate(graph: WeightedGraph, numbers: Int32Array, count: number): WeightedGraph {
  const loops = new Float64Array(count)
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  for (let node = 0; node < graph.size; node++) {
    const own = numbers[node] ?? 0
    loops[own] = (loops[own] ?? 0) + (graph.loops[node] ?? 0)
    forNeighbours(graph, node, (other, value) => {
      if (other < node) return
      const its = numbers[other] ?? 0
      if (its === own) loops[own] = (loops[own] ?? 0) + value
      else {
        from.push(own)
        to.push(its)
        weight.push(value)
      }
    })
  }
  return buildGraph(count, { from, to, weight }, { loops })
}
