import type { GraphEdge } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Graph } from './graph.ts'
import { type Step, stepsFrom } from './steps.ts'
import type { TruncationReason, Visit, Walk, WalkRules } from './walk.ts'

/** Breadth first: one edge is one hop. The edges of a layer are read at once. */
export function walkByHops(graph: Graph, root: EntryId, rules: WalkRules): Walk {
  const visits: Visit[] = [{ node: root, hop: 0 }]
  const visited = new Set<EntryId>([root])
  const met = new Set<string>()
  const steps: Step[] = []
  let truncation: TruncationReason | undefined
  const { maxNodes = Infinity, maxEdges = Infinity, maxFanout = Infinity, maxHops, until } = rules

  /** The limit that ends the whole walk, where one does. */
  function expand(node: EntryId, hop: number, edges: readonly GraphEdge[]): TruncationReason | undefined {
    let followed = 0
    for (const step of stepsFrom(node, edges, rules, graph)) {
      if (met.has(edgeKey(step))) continue
      if (followed === maxFanout) {
        truncation ??= 'max_fanout'
        return undefined
      }
      if (steps.length >= maxEdges) return 'max_edges'
      const isNew = !visited.has(step.to)
      if (isNew && visits.length >= maxNodes) return 'max_nodes'
      met.add(edgeKey(step))
      steps.push(step)
      followed += 1
      if (!isNew) continue
      visited.add(step.to)
      visits.push({ node: step.to, hop: hop + 1, by: step })
      if (step.to === until) return undefined
    }
    return undefined
  }

  let layerStart = 0
  for (let hop = 0; hop < maxHops && layerStart < visits.length; hop++) {
    const layer = visits.slice(layerStart).map(({ node }) => node)
    layerStart = visits.length
    const edges = graph.edgesOf(layer)
    for (const node of layer) {
      const reason = expand(node, hop, edges.get(node) ?? [])
      if (until !== undefined && visited.has(until)) return { root, visits, steps, truncation }
      if (reason !== undefined) return { root, visits, steps, truncation: truncation ?? reason }
    }
  }
  return { root, visits, steps, truncation }
}

/** The same for an edge from either of its ends. */
export function edgeKey({ edge }: Step): string {
  return `${edge.from} ${edge.to} ${edge.source} ${edge.type}`
}
