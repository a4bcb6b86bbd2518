import { clusterAlone } from './cluster-alone.ts'
import { weighInside } from './inside-weights.ts'
import { joinSmallParts } from './join-small-parts.ts'
import type { WeightedGraph } from './weighted-graph.ts'

const LEAST_PART = 3
/** A seam is weak where its weight is at most this part of all inside. */
const WEAK_SHARE = 1 / 10

/**
 * Parts a community where it hangs together by little. In a large graph Louvain takes small groups
 * together that it would tell apart alone (the resolution limit: Fortunato, Barthélemy 2007).
 */
export function splitAtSeams(
  graph: WeightedGraph,
  community: readonly number[],
  seed: number,
): readonly (readonly number[])[] {
  if (community.length < 2 * LEAST_PART) return [community]
  const alone = clusterAlone(graph, community, { resolution: 1, seed })
  const parts = joinSmallParts(graph, alone, LEAST_PART)
  if (parts.length === 1) return [community]
  const all = weighInside(graph, community).inside
  const within = parts.reduce((sum, part) => sum + weighInside(graph, part).inside, 0)
  if (all - within > all * WEAK_SHARE) return [community]
  return parts.flatMap((part) => splitAtSeams(graph, part, seed))
}
