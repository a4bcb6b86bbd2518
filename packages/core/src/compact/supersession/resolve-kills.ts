import type { EntrySet } from '../entry-set.ts'
import { graphOf, hasTargets, numberAt, reversedGraphOf, targetsOf } from '../graph/graph.ts'
import { nodesOf, type StrongComponents, strongComponents } from '../graph/strong-components.ts'
import type { KillGraph } from './kill-graph.ts'

/** Who is dead, and by whom. */
export interface Deaths {
  /** The entry that killed each dead one; `ALIVE` for the others. */
  readonly killer: Int32Array
  /** Where the chain of killers ends: always an entry that is alive. */
  readonly root: Int32Array
  readonly components: StrongComponents
}

export const ALIVE = -1
const NOBODY = -1

/**
 * An entry is dead if a kill enters its strongly connected component from another. In a component
 * that nothing enters, all but its greatest member that isn't retracted are dead. Components are
 * walked from superseders down, so that every killer's own fate is known before its victims'.
 */
export function resolveKills(set: EntrySet, kills: KillGraph): Deaths {
  const components = strongComponents(graphOf(kills.size, kills))
  const { componentOf } = components
  const killersOf = reversedGraphOf(kills.size, kills)
  const killer = new Int32Array(set.size).fill(ALIVE)
  const root = Int32Array.from({ length: set.size }, (_, entry) => entry)
  // The best killer that each relay passes on.
  const relayed = new Int32Array(kills.size - set.size).fill(NOBODY)

  const better = (a: number, b: number): number => {
    if (a === NOBODY || b === NOBODY) return Math.max(a, b)
    const isRetracted = (entry: number): boolean => set.rowAt(numberAt(root, entry)).retracted
    if (isRetracted(a) !== isRetracted(b)) return isRetracted(a) ? b : a
    return Math.max(a, b)
  }
  const bestOf = (node: number, isCounted: (source: number) => boolean): number => {
    let best = NOBODY
    for (const source of targetsOf(killersOf, node)) {
      if (!isCounted(source)) continue
      best = better(best, source < set.size ? source : numberAt(relayed, source - set.size))
    }
    return best
  }
  const die = (entry: number, by: number): void => {
    killer[entry] = by
    root[entry] = numberAt(root, by)
  }

  for (let component = components.count - 1; component >= 0; component--) {
    const nodes = nodesOf(components, component)
    // Nearly all entries are alone and without a killer.
    if (nodes.length === 1 && !hasTargets(killersOf, numberAt(nodes, 0))) continue
    const isOutside = (source: number): boolean => numberAt(componentOf, source) !== component
    const outside = nodes.map((node) => bestOf(node, isOutside))
    const best = outside.reduce(better, NOBODY)
    const entries = nodes.filter((node) => node < set.size)
    const survivor = best === NOBODY ? greatestOf(set, entries) : NOBODY
    for (const [position, node] of nodes.entries()) {
      const own = numberAt(outside, position)
      if (node >= set.size || node === survivor) continue
      die(node, own !== NOBODY ? own : best !== NOBODY ? best : survivor)
    }
    // A relay's only relay among its sources is a later one.
    const relays = nodes.filter((node) => node >= set.size).sort((a, b) => b - a)
    for (const relay of relays) relayed[relay - set.size] = bestOf(relay, () => true)
  }
  return { killer, root, components }
}

function greatestOf(set: EntrySet, entries: Int32Array): number {
  const active = entries.filter((entry) => !set.rowAt(entry).retracted)
  return (active.length > 0 ? active : entries).reduce((a, b) => Math.max(a, b))
}
