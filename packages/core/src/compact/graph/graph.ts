/** A directed graph over the nodes 0 to `size` − 1, in compressed rows: linear to build and to walk. */
export interface Graph {
  readonly size: number
  /** Where the targets of each node start; one more than there are nodes. */
  readonly offsets: Int32Array
  readonly targets: Int32Array
}

/** The arrows of a graph, as two lists of one length. */
export interface Arrows {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Builds the graph of the given arrows. */
export function graphOf(size: number, arrows: Arrows): Graph {
  const offsets = new Int32Array(size + 1)
  for (const node of arrows.from) offsets[node + 1] = numberAt(offsets, node + 1) + 1
  for (let node = 0; node < size; node++) {
    offsets[node + 1] = numberAt(offsets, node + 1) + numberAt(offsets, node)
  }
  const next = offsets.slice()
  const targets = new Int32Array(arrows.to.length)
  for (let index = 0; index < arrows.from.length; index++) {
    const node = numberAt(arrows.from, index)
    const position = numberAt(next, node)
    targets[position] = numberAt(arrows.to, index)
    next[node] = position + 1
  }
  return { size, offsets, targets }
}

/** The graph with every arrow turned round. */
export function reversedGraphOf(size: number, arrows: Arrows): Graph {
  return graphOf(size, { from: arrows.to, to: arrows.from })
}

/** The nodes that a node's arrows lead to. */
export function targetsOf(graph: Graph, node: number): Int32Array {
  return graph.targets.subarray(numberAt(graph.offsets, node), numberAt(graph.offsets, node + 1))
}

/** Whether a node has an arrow at all. */
export function hasTargets(graph: Graph, node: number): boolean {
  return numberAt(graph.offsets, node) < numberAt(graph.offsets, node + 1)
}

/** Reads a list of numbers at an index that is known to be in range. */
export function numberAt(values: Int32Array | Uint8Array | readonly number[], index: number): number {
  // In range an index is never undefined, and a check here would double the time of a walk.
  return values[index] as number
}
