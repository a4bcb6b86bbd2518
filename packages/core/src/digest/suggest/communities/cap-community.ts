import { by, byNumber, inOrder, reversed } from '../../../domain/order.ts'
import { clusterAlone } from './cluster-alone.ts'
import { weighInside } from './inside-weights.ts'
import type { WeightedGraph } from './weighted-graph.ts'

const RESOLUTIONS = [2, 4, 8, 16]
const LEAST_PART = 3

export interface Caps {
  /** Of each node. */
  readonly tokens: readonly number[]
  readonly maxSize: number
  readonly maxTokens: number
  readonly seed: number
}

/** Parts of a community that are within the caps: those that it falls into by itself where there are any, else pieces of it. */
export function capCommunity(
  graph: WeightedGraph,
  community: readonly number[],
  caps: Caps,
): readonly (readonly number[])[] {
  if (fits(community, caps)) return [community]
  for (const resolution of RESOLUTIONS) {
    const parts = clusterAlone(graph, community, { resolution, seed: caps.seed })
    if (parts.length === 1 || parts.every((part) => part.length < LEAST_PART)) continue
    return parts.flatMap((part) => capCommunity(graph, part, caps))
  }
  return cutInPieces(graph, community, caps)
}

function fits(members: readonly number[], { tokens, maxSize, maxTokens }: Caps): boolean {
  if (members.length > maxSize) return false
  return members.reduce((sum, node) => sum + (tokens[node] ?? 0), 0) <= maxTokens
}

/** The members that weigh most inside first; one that is too large for any piece is left out. */
function cutInPieces(
  graph: WeightedGraph,
  community: readonly number[],
  { tokens, maxSize, maxTokens }: Caps,
): readonly (readonly number[])[] {
  const { byMember } = weighInside(graph, community)
  const heaviestFirst = inOrder<number>(reversed(by((node) => byMember.get(node) ?? 0, byNumber)), byNumber)
  const pieces: number[][] = []
  let size = 0
  for (const node of [...community].sort(heaviestFirst)) {
    const own = tokens[node] ?? 0
    if (own > maxTokens) continue
    const last = pieces.at(-1)
    if (last === undefined || last.length === maxSize || size + own > maxTokens) {
      pieces.push([node])
      size = own
    } else {
      last.push(node)
      size += own
    }
  }
  return pieces.map((piece) => piece.sort(byNumber))
}
