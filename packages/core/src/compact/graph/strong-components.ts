import { type Graph, numberAt } from './graph.ts'

/** The strongly connected components of a graph: those that arrows leave for come before those they come from. */
export interface StrongComponents {
  readonly count: number
  /** The component of each node. */
  readonly componentOf: Int32Array
  /** Nodes grouped by component; component c has those from `offsets[c]` to `offsets[c + 1]`. */
  readonly nodes: Int32Array
  readonly offsets: readonly number[]
}

const UNSEEN = -1

/** Tarjan's algorithm (1972) on a stack of its own: a chain of any length needs no recursion. */
export function strongComponents(graph: Graph): StrongComponents {
  const { size, offsets, targets } = graph
  const seenAt = new Int32Array(size).fill(UNSEEN)
  const lowest = new Int32Array(size)
  const cursor = offsets.slice()
  const componentOf = new Int32Array(size).fill(UNSEEN)
  const nodes = new Int32Array(size)
  const starts: number[] = [0]
  const path: number[] = []
  const open: number[] = []
  let seen = 0
  let placed = 0

  const enter = (node: number): void => {
    seenAt[node] = seen
    lowest[node] = seen
    seen++
    path.push(node)
    open.push(node)
  }
  const lower = (node: number, value: number): void => {
    if (value < numberAt(lowest, node)) lowest[node] = value
  }
  const close = (root: number): void => {
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      componentOf[node] = starts.length - 1
      nodes[placed++] = node
      if (node === root) break
    }
    starts.push(placed)
  }

  for (let start = 0; start < size; start++) {
    if (numberAt(seenAt, start) !== UNSEEN) continue
    enter(start)
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const position = numberAt(cursor, node)
      if (position < numberAt(offsets, node + 1)) {
        cursor[node] = position + 1
        const target = numberAt(targets, position)
        if (numberAt(seenAt, target) === UNSEEN) enter(target)
        else if (numberAt(componentOf, target) === UNSEEN) lower(node, numberAt(seenAt, target))
        continue
      }
      path.pop()
      if (numberAt(lowest, node) === numberAt(seenAt, node)) close(node)
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent, numberAt(lowest, node))
    }
  }
  return { count: starts.length - 1, componentOf, nodes, offsets: starts }
}

/** The nodes of one component. */
export function nodesOf(components: StrongComponents, component: number): Int32Array {
  return components.nodes.subarray(
    numberAt(components.offsets, component),
    numberAt(components.offsets, component + 1),
  )
}
