import type { EntryId } from '../../domain/ids.ts'
import type { Graph } from './graph.ts'
import { pathByHops } from './path-by-hops.ts'
import type { Step } from './steps.ts'
import type { TruncationReason, Visit, WalkRules } from './walk.ts'
import { walkGraph } from './walk-graph.ts'

export interface Path {
  readonly isFound: boolean
  /** From end to end; empty where there is no path. */
  readonly visits: readonly Visit[]
  /** One less than the visits. */
  readonly steps: readonly Step[]
  /** Why a path may have been missed. */
  readonly truncation: TruncationReason | undefined
}

/** The path of fewest hops, or of least cost; of several, the smallest sequence of (type, id). */
export function findPath(graph: Graph, from: EntryId, to: EntryId, rules: WalkRules): Path {
  if (rules.isWeighted || hasLimits(rules)) return pathOfWalk(graph, from, to, rules)
  const steps = pathByHops(graph, from, to, rules)
  if (steps === undefined) return { isFound: false, visits: [], steps: [], truncation: undefined }
  const visits = steps.map((step, index): Visit => ({ node: step.to, hop: index + 1, by: step }))
  return { isFound: true, visits: [{ node: from, hop: 0 }, ...visits], steps, truncation: undefined }
}

/** Limits count what a walk from one end meets, so such a walk holds them. */
function hasLimits({ maxNodes, maxEdges, maxFanout }: WalkRules): boolean {
  return maxNodes !== undefined || maxEdges !== undefined || maxFanout !== undefined
}

/** The way that a walk takes to the end, having read what is nearer on all sides. */
export function pathOfWalk(graph: Graph, from: EntryId, to: EntryId, rules: WalkRules): Path {
  const { visits, truncation } = walkGraph(graph, from, { ...rules, until: to })
  const byNode = new Map(visits.map((visit) => [visit.node, visit]))
  const back: Visit[] = []
  for (let visit = byNode.get(to); visit !== undefined; visit = visit.by && byNode.get(visit.by.from)) {
    back.push(visit)
  }
  const path = back.reverse()
  const isFound = path.length > 0
  return {
    isFound,
    visits: path,
    steps: path.flatMap((visit) => visit.by ?? []),
    truncation: isFound ? undefined : truncation,
  }
}
