import { findCommunities } from '../../digest/suggest/communities/find-communities.ts'
import { buildGraph } from '../../digest/suggest/communities/weighted-graph.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { comparableGroups, likenessAmong } from '../likeness.ts'
import type { MergeGroup, MergeSource } from '../merge-source.ts'
import { type Batch, pairsOf } from './batch.ts'

const NEIGHBOURS = 5
const LEAST_LIKENESS = 0.2
/** A tag of more than this share of a group tells nothing about which belong together. */
const MOST_TAGGED = 0.2
/** Weights of a graph are whole. */
const WEIGHT = 100
const SEED = 1

export interface FusionRequest {
  readonly minSize: number
  readonly maxEntries: number
  readonly maxTokens: number
  readonly counter: TokenCounter
}

/** One batch a cluster of what speaks of one subject: those with most to win first. */
export function listFusionBatches(groups: readonly MergeGroup[], request: FusionRequest): readonly Batch[] {
  return comparableGroups(groups)
    .flatMap(({ category, candidates }) =>
      clustersOf(candidates, request).map((cluster) => ({
        kind: 'fuse' as const,
        category,
        candidates: cluster,
      })),
    )
    .sort(largestFirst(request.counter))
}

function largestFirst({ count }: TokenCounter) {
  const tokens = (batch: Batch) => batch.candidates.reduce((sum, { entry }) => sum + count(entry.content), 0)
  return inOrder<Batch>(
    reversed(by(tokens, byNumber)),
    by(({ candidates }) => candidates[0]?.entry.id ?? '', byText),
  )
}

function clustersOf(
  candidates: readonly MergeSource[],
  { minSize, maxEntries, maxTokens, counter }: FusionRequest,
): readonly (readonly MergeSource[])[] {
  if (candidates.length < minSize) return []
  const edges = edgesAmong(candidates)
  const graph = buildGraph(candidates.length, {
    from: edges.map(([from]) => from),
    to: edges.map(([, to]) => to),
    weight: edges.map(([, , weight]) => weight),
  })
  const tokens = candidates.map(({ entry }) => counter.count(entry.content))
  return findCommunities(graph, tokens, { minSize, maxSize: maxEntries, maxTokens, seed: SEED }).map(
    (community) => community.flatMap((place) => candidates[place] ?? []),
  )
}

type Edge = readonly [from: number, to: number, weight: number]

/** Those that are among each other's nearest, and those that share a tag few have. */
function edgesAmong(candidates: readonly MergeSource[]): readonly Edge[] {
  const likeness = likenessAmong(candidates)
  const places = candidates.map((_, place) => place)
  const nearest = places.map(
    (place) =>
      new Set(
        places
          .filter((other) => other !== place && likeness(place, other) >= LEAST_LIKENESS)
          .sort((a, b) => likeness(place, b) - likeness(place, a) || a - b)
          .slice(0, NEIGHBOURS),
      ),
  )
  const mutual = pairsOf(places).filter(
    ([a, b]) => (nearest[a]?.has(b) ?? false) && (nearest[b]?.has(a) ?? false),
  )
  const tagged = rareTags(candidates).flatMap(pairsOf)
  return [...mutual, ...tagged].map(([a, b]) => [a, b, Math.max(1, Math.round(likeness(a, b) * WEIGHT))])
}

/** The places of the candidates that have a tag, for each tag that few have. */
function rareTags(candidates: readonly MergeSource[]): readonly (readonly number[])[] {
  const placesOf = new Map<string, number[]>()
  for (const [place, { entry }] of candidates.entries()) {
    for (const tag of entry.tags) placesOf.set(tag, [...(placesOf.get(tag) ?? []), place])
  }
  return [...placesOf.values()].filter(({ length }) => length <= candidates.length * MOST_TAGGED)
}
