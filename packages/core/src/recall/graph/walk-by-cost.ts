import type { GraphEdge } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import type { Graph } from './graph.ts'
import { createHeap } from './heap.ts'
import { type Step, stepsFrom } from './steps.ts'
import type { TruncationReason, Visit, Walk, WalkRules } from './walk.ts'
import { edgeKey } from './walk-by-hops.ts'

// Costs are counted in whole units, two hundred to one, so that sums are exact and equal costs equal.
export const COST_UNITS = 200
const NEAR_TYPES: ReadonlySet<string> = new Set(['part-of', 'follows', 'same-as', 'alias-of'])

/** Cost units of a step: half as much along close relations, and the less, the more its end is worth. */
export function stepCost({ edge, to }: Step, graph: Pick<Graph, 'valueOf'>): number {
  const units = 2 * COST_UNITS - 2 * graph.valueOf(to)
  return NEAR_TYPES.has(edge.type) ? units / 2 : units
}

interface Reached {
  readonly node: EntryId
  readonly hop: number
  readonly units: number
  readonly by?: Step
  readonly parent?: Reached
}

const cheapestFirst = inOrder<Reached>(
  by((reached) => reached.units, byNumber),
  by((reached) => reached.hop, byNumber),
  by((reached) => reached.node, byText),
)

/** Of two equally cheap and long ways to a node, the smaller sequence of (type, id). */
function compareWays(a: Reached, b: Reached): number {
  let first = 0
  let [left, right]: readonly (Reached | undefined)[] = [a, b]
  // Walked backwards, so the last difference that is met is the first of the sequence.
  while (left?.by !== undefined && right?.by !== undefined && left !== right) {
    first = byText(left.by.type, right.by.type) || byText(left.node, right.node) || first
    left = left.parent
    right = right.parent
  }
  return first
}

/** Dijkstra's walk: cheapest first, then fewest hops, then by id. */
export function walkByCost(graph: Graph, root: EntryId, rules: WalkRules): Walk {
  const { maxNodes = Infinity, maxEdges = Infinity, maxFanout = Infinity, maxHops, maxCost, until } = rules
  const most = maxCost === undefined ? Infinity : maxCost * COST_UNITS
  const visits: Visit[] = []
  const settled = new Set<EntryId>()
  const best = new Map<EntryId, Reached>()
  const open = createHeap(cheapestFirst)
  const met = new Map<string, Step>()
  const edges = new Map<EntryId, readonly GraphEdge[]>()
  let truncation: TruncationReason | undefined

  function edgesOf(node: EntryId): readonly GraphEdge[] {
    if (!edges.has(node)) {
      // What is open is asked for with it: likely it is next, and a question each would cost more.
      const wanted = [...new Set([node, ...open.items().map((reached) => reached.node)])]
      for (const [id, found] of graph.edgesOf(wanted.filter((id) => !edges.has(id)))) edges.set(id, found)
    }
    return edges.get(node) ?? []
  }

  function reach(reached: Reached): void {
    const known = best.get(reached.node)
    if (known !== undefined && (cheapestFirst(known, reached) || compareWays(known, reached)) <= 0) return
    best.set(reached.node, reached)
    open.push(reached)
  }

  function expand(parent: Reached): TruncationReason | undefined {
    const { node, hop, units } = parent
    let followed = 0
    for (const step of stepsFrom(node, edgesOf(node), rules, graph)) {
      if (met.has(edgeKey(step))) continue
      const cost = units + stepCost(step, graph)
      if (!settled.has(step.to) && cost > most) {
        truncation ??= 'max_cost'
        continue
      }
      if (followed === maxFanout) {
        truncation ??= 'max_fanout'
        return undefined
      }
      if (met.size >= maxEdges) return 'max_edges'
      met.set(edgeKey(step), step)
      followed += 1
      if (!settled.has(step.to)) reach({ node: step.to, hop: hop + 1, units: cost, by: step, parent })
    }
    return undefined
  }

  function end(reason: TruncationReason | undefined): Walk {
    // An edge whose other end was never come to is no part of what is shown.
    const steps = [...met.values()].filter(({ to }) => settled.has(to))
    return { root, visits, steps, truncation: truncation ?? reason }
  }

  open.push({ node: root, hop: 0, units: 0 })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (settled.has(next.node)) continue
    if (visits.length >= maxNodes) return end('max_nodes')
    settled.add(next.node)
    const { node, hop, units } = next
    visits.push({ node, hop, cost: units / COST_UNITS, ...(next.by && { by: next.by }) })
    if (node === until) return end(undefined)
    const reason = hop < maxHops ? expand(next) : undefined
    if (reason !== undefined) return end(reason)
  }
  return end(undefined)
}
