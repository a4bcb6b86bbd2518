import { USUAL_VALUE } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import { roundHalfAway } from '../compaction-percent.ts'
import type { Community } from './communities/find-communities.ts'
import { weighInside } from './communities/inside-weights.ts'
import type { WeightedGraph } from './communities/weighted-graph.ts'
import type { EvidenceKind } from './rules.ts'
import type { SuggestionNote } from './suggestion-note.ts'

/** Entries that one digest could stand in for, and what speaks for it. */
export interface Clump {
  /** Sorted. */
  readonly ids: readonly EntryId[]
  /** Pairs of entries with a link between them, and pairs with a link from one of them to another entry. */
  readonly internalEdges: number
  readonly boundaryEdges: number
  readonly boundaryRatio: number
  /** Share of all that ties its entries to anything which ties them to one another. */
  readonly cohesion: number
  readonly tokens: number
  readonly characters: number
  /** What the digest should need. */
  readonly targetTokens: number
  readonly saving: number
  readonly averageValue: number
  /** What the score is multiplied by: more than 1 where the entries are worth less than usual. */
  readonly valueFactor: number
  readonly score: number
  /** Share of the weight inside, by what it comes from; what weighs nothing is left out. */
  readonly heldBy: ReadonlyMap<EvidenceKind, number>
}

const LEAST_TARGET = 60
const MOST_TARGET = 400
const TARGET_SHARE = 1 / 4

/** Best first: by score, then the smaller part of links that cross, the larger, the smaller first id. */
export const clumpOrder = inOrder<Clump>(
  reversed(by((clump) => clump.score, byNumber)),
  by((clump) => clump.boundaryRatio, byNumber),
  reversed(by((clump) => clump.ids.length, byNumber)),
  by((clump) => clump.ids[0] ?? '', byText),
)

/** Entries of low value raise a score: they are what a digest relieves most of. */
export function measureClump(
  notes: readonly SuggestionNote[],
  graphs: { readonly all: WeightedGraph; readonly links: WeightedGraph },
  community: Community,
): Omit<Clump, 'heldBy'> {
  const members = community.flatMap((place) => notes[place] ?? [])
  const { inside, crossing } = weighInside(graphs.all, community)
  const cohesion = inside === 0 ? 0 : inside / (inside + crossing)
  const edges = countPairs(graphs.links, community)
  const tokens = sum(members.map((note) => note.tokens))
  const target = Math.min(MOST_TARGET, Math.max(LEAST_TARGET, Math.ceil(tokens * TARGET_SHARE)))
  const saving = Math.max(0, tokens - target)
  const value = sum(members.map((note) => note.value)) / members.length
  const valueFactor = 1 + (USUAL_VALUE - value) / 100
  return {
    ids: members.map(({ id }) => id),
    internalEdges: edges.internal,
    boundaryEdges: edges.boundary,
    boundaryRatio: edges.boundary === 0 ? 0 : edges.boundary / (edges.internal + edges.boundary),
    cohesion,
    tokens,
    characters: sum(members.map((note) => note.characters)),
    targetTokens: target,
    saving,
    averageValue: value,
    valueFactor,
    score: roundHalfAway(saving * cohesion * valueFactor, 1),
  }
}

/** Pairs of nodes, each weighing 1. */
function countPairs(
  links: WeightedGraph,
  community: Community,
): { readonly internal: number; readonly boundary: number } {
  const { inside, crossing } = weighInside(links, community)
  return { internal: inside, boundary: crossing }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
