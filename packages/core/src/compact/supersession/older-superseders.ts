import { type Graph, graphOf, numberAt, reversedGraphOf, targetsOf } from '../graph/graph.ts'
import { strongComponents } from '../graph/strong-components.ts'
import type { Relation } from '../lineage/read-lineage.ts'

/** Entries that supersede a newer one: their clocks, or the newer one's, are wrong. */
export interface OlderSuperseders {
  /** Whether anything that supersedes `entry`, directly or not, is older than it. */
  hasAny(entry: number): boolean
  /** Those of the older entries, weakest first, that supersede `entry`. */
  among(older: Int32Array, entry: number): ReadonlySet<number>
}

/**
 * Explicit lineage beats clocks: an entry that explicitly reaches a newer one is not killed by it.
 * Only where some superseder is older than what it supersedes is there anything to search.
 */
export function olderSuperseders(size: number, supersedes: readonly Relation[]): OlderSuperseders {
  const arrows = { from: supersedes.map(({ top }) => top), to: supersedes.map(({ under }) => under) }
  const down = graphOf(size, arrows)
  const up = reversedGraphOf(size, arrows)
  const oldest = oldestSuperseders(down)
  return {
    hasAny: (entry) => numberAt(oldest, entry) < entry,
    among(older, entry) {
      const newest = older.at(-1) ?? -1
      const reached = superseders(up, entry, (node) => numberAt(oldest, node) <= newest)
      return new Set(older.filter((node) => reached.has(node)))
    },
  }
}

/** For each entry the least index among itself and all that reach it. */
function oldestSuperseders(down: Graph): Int32Array {
  const { count, componentOf, nodes, offsets } = strongComponents(down)
  const oldest = new Int32Array(count).fill(down.size)
  for (let node = 0; node < down.size; node++) {
    const component = numberAt(componentOf, node)
    if (node < numberAt(oldest, component)) oldest[component] = node
  }
  for (let component = count - 1; component >= 0; component--) {
    const least = numberAt(oldest, component)
    for (const node of nodes.subarray(numberAt(offsets, component), numberAt(offsets, component + 1))) {
      for (const target of targetsOf(down, node)) {
        const below = numberAt(componentOf, target)
        if (least < numberAt(oldest, below)) oldest[below] = least
      }
    }
  }
  return componentOf.map((component) => numberAt(oldest, component))
}

function superseders(up: Graph, start: number, isWorth: (node: number) => boolean): ReadonlySet<number> {
  const reached = new Set<number>()
  const open = [start]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const superseder of targetsOf(up, node)) {
      if (reached.has(superseder) || !isWorth(superseder)) continue
      reached.add(superseder)
      open.push(superseder)
    }
  }
  return reached
}
