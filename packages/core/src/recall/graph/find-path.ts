import type { EntryId } from '../../domain/ids.ts'
import type { Graph } from './graph.ts'
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
