import type { EntryId } from '../../domain/ids.ts'
import type { Graph } from './graph.ts'
import type { Walk, WalkRules } from './walk.ts'
import { walkByCost } from './walk-by-cost.ts'
import { walkByHops } from './walk-by-hops.ts'

/** Walks a graph from a node, by hops or by cost. The same graph gives the same walk, however it is stored. */
export function walkGraph(graph: Graph, root: EntryId, rules: WalkRules): Walk {
  return rules.isWeighted ? walkByCost(graph, root, rules) : walkByHops(graph, root, rules)
}
