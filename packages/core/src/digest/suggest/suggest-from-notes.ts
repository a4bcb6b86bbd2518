import type { Link } from '../../domain/link.ts'
import { by, byText } from '../../domain/order.ts'
import { type Clump, clumpOrder, measureClump } from './clump.ts'
import { findCommunities } from './communities/find-communities.ts'
import { buildGraph, type PairWeights } from './communities/weighted-graph.ts'
import { allPairs, gatherEvidence } from './evidence/gather-evidence.ts'
import { linkedPairs } from './evidence/linked-pairs.ts'
import { createPairList } from './evidence/pair-list.ts'
import { heldByKinds } from './held-by.ts'
import type { SuggestRules } from './rules.ts'
import type { SuggestionNote } from './suggestion-note.ts'

/** However many links two entries have, what else says that they belong together still counts. */
const MOST_WEIGHT = 3000

/** The communities of entries that a digest would be worth writing for, best first; whatever order they are given in. */
export function suggestFromNotes(
  unordered: readonly SuggestionNote[],
  links: readonly Link[],
  rules: SuggestRules,
): readonly Clump[] {
  const notes = [...unordered].sort(by(({ id }) => id, byText))
  const evidence = gatherEvidence(notes, links, rules.evidence)
  const pairs = allPairs(evidence)
  const graph = buildGraph(notes.length, pairs, { cap: MOST_WEIGHT })
  const hasLevels = notes.some(({ isDigest }) => isDigest)
  const levels = hasLevels
    ? buildGraph(notes.length, withinLevels(pairs, notes), { cap: MOST_WEIGHT })
    : graph
  const tokens = notes.map((note) => note.tokens)
  const communities = findCommunities(levels, tokens, rules)
  const placeOf = new Map(notes.map(({ id }, place) => [id, place]))
  const graphs = { all: graph, links: linkGraph(notes.length, linkedPairs(links, placeOf)) }
  const heldBy = heldByKinds(evidence, communities)
  return communities
    .map((community, at) => ({
      ...measureClump(notes, graphs, community),
      heldBy: heldBy[at] ?? new Map(),
    }))
    .filter(({ cohesion, saving }) => cohesion >= rules.minCohesion && saving >= rules.minSaving)
    .sort(clumpOrder)
}

/**
 * Pairs of one level: entries with entries, digests with digests. A digest lends itself the links of
 * all that it stands for, and would pull single entries out of their clumps.
 */
function withinLevels({ from, to, weight }: PairWeights, notes: readonly SuggestionNote[]): PairWeights {
  const pairs = createPairList()
  for (const [at, value] of weight.entries()) {
    const [a, b] = [from[at] ?? 0, to[at] ?? 0]
    if (notes[a]?.isDigest === notes[b]?.isDigest) pairs.add(a, b, value)
  }
  return pairs
}

/** Whether two entries are linked at all: each pair weighs 1. */
function linkGraph(size: number, { from, to }: PairWeights): ReturnType<typeof buildGraph> {
  return buildGraph(size, { from, to, weight: from.map(() => 1) }, { cap: 1 })
}
