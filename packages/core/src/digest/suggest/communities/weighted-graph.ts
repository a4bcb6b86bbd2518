/** Weights between pairs of nodes; a pair may come several times, in either direction. */
export interface PairWeights {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly weight: readonly number[]
}

/** An undirected graph of whole weights, its nodes numbered from 0, each row of neighbours in order. */
export interface WeightedGraph {
  readonly size: number
  /** Where the neighbours of a node begin; one more than there are nodes. */
  readonly starts: Int32Array
  readonly neighbours: Int32Array
  readonly weights: Float64Array
  /** Weight of a node with itself: of what was taken together in it. */
  readonly loops: Float64Array
  /** Sum of a node's weights; a loop counts twice. */
  readonly degrees: Float64Array
  /** Sum of the degrees: twice the weight of the graph. */
  readonly total: number
}

/** Adds up the weights of each pair, up to `cap`. A pair of a node with itself is its loop. */
export function buildGraph(
  size: number,
  { from, to, weight }: PairWeights,
  { cap = Number.POSITIVE_INFINITY, loops = new Float64Array(size) } = {},
): WeightedGraph {
  const starts = new Int32Array(size + 1)
  const rows = sortedRows(size, from, to)
  const neighbours = new Int32Array(rows.order.length)
  const weights = new Float64Array(rows.order.length)
  const ownLoops = Float64Array.from(loops)
  let end = 0
  for (let node = 0; node < size; node++) {
    starts[node] = end
    for (let at = rows.starts[node] ?? 0; at < (rows.starts[node + 1] ?? 0); at++) {
      const slot = rows.order[at] ?? 0
      const pair = slot >> 1
      const other = (slot & 1) === 0 ? (to[pair] ?? 0) : (from[pair] ?? 0)
      const value = weight[pair] ?? 0
      if (other === node) ownLoops[node] = (ownLoops[node] ?? 0) + value / 2
      else if (end > (starts[node] ?? 0) && neighbours[end - 1] === other) {
        weights[end - 1] = Math.min(cap, (weights[end - 1] ?? 0) + value)
      } else {
        neighbours[end] = other
        weights[end++] = Math.min(cap, value)
      }
    }
  }
  starts[size] = end
  return withDegrees(size, starts, neighbours.slice(0, end), weights.slice(0, end), ownLoops)
}

/** The part of a graph between some of its nodes, which are numbered anew in the order given. */
export function inducedGraph(graph: WeightedGraph, members: readonly number[]): WeightedGraph {
  const places = new Map(members.map((node, place) => [node, place]))
  const starts = new Int32Array(members.length + 1)
  const neighbours: number[] = []
  const weights: number[] = []
  for (const [place, node] of members.entries()) {
    forNeighbours(graph, node, (other, weight) => {
      const at = places.get(other)
      if (at === undefined) return
      neighbours.push(at)
      weights.push(weight)
    })
    starts[place + 1] = neighbours.length
  }
  const loops = Float64Array.from(members, (node) => graph.loops[node] ?? 0)
  return withDegrees(members.length, starts, Int32Array.from(neighbours), Float64Array.from(weights), loops)
}

export function forNeighbours(
  { starts, neighbours, weights }: WeightedGraph,
  node: number,
  visit: (other: number, weight: number) => void,
): void {
  const end = starts[node + 1] ?? 0
  for (let at = starts[node] ?? 0; at < end; at++) visit(neighbours[at] ?? 0, weights[at] ?? 0)
}

function withDegrees(
  size: number,
  starts: Int32Array,
  neighbours: Int32Array,
  weights: Float64Array,
  loops: Float64Array,
): WeightedGraph {
  const degrees = new Float64Array(size)
  let total = 0
  for (let node = 0; node < size; node++) {
    let degree = 2 * (loops[node] ?? 0)
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) degree += weights[at] ?? 0
    degrees[node] = degree
    total += degree
  }
  return { size, starts, neighbours, weights, loops, degrees, total }
}

/** Both directions of every pair, by node, then neighbour: two rounds of counting, the later end first. */
function sortedRows(
  size: number,
  from: readonly number[],
  to: readonly number[],
): { readonly order: Int32Array; readonly starts: Int32Array } {
  const slots = Int32Array.from({ length: 2 * from.length }, (_, slot) => slot)
  const own = (slot: number) => ((slot & 1) === 0 ? from : to)[slot >> 1] ?? 0
  const other = (slot: number) => ((slot & 1) === 0 ? to : from)[slot >> 1] ?? 0
  const byOther = countingSort(slots, size, other)
  return countingSort(byOther.order, size, own)
}

function countingSort(
  slots: Int32Array,
  size: number,
  keyOf: (slot: number) => number,
): { readonly order: Int32Array; readonly starts: Int32Array } {
  const starts = new Int32Array(size + 1)
  for (const slot of slots) starts[keyOf(slot) + 1] = (starts[keyOf(slot) + 1] ?? 0) + 1
  for (let key = 0; key < size; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0)
  const next = starts.slice()
  const order = new Int32Array(slots.length)
  for (const slot of slots) {
    const key = keyOf(slot)
    order[next[key] ?? 0] = slot
    next[key] = (next[key] ?? 0) + 1
  }
  return { order, starts }
}
