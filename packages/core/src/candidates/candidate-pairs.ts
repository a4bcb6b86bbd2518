import { by, byNumber } from '../domain/order.ts'
import { createCandidateIndex, type TextEntry } from './candidate-index.ts'

/** Two entries that may say the same; `a` is the lesser id. */
export interface CandidatePair {
  readonly a: string
  readonly b: string
  /** Cosine of TF-IDF character n-grams, 0 to 1. It orders pairs and decides none. */
  readonly score: number
}

/** How wide to look. */
export interface CandidatePairsOptions {
  /** Candidates kept of each entry (default 16, at most 24). A pair is kept where either end keeps it. */
  readonly neighbours?: number
  /** Pairs that look less alike are left out (default 0.1). */
  readonly minimumScore?: number
}

export const DEFAULT_NEIGHBOURS = 16
export const DEFAULT_MINIMUM_SCORE = 0.1

/**
 * Pairs of entries that may say the same, ordered by `a`, then `b`; each once, none of an entry with
 * itself. The same set of entries gives the same pairs in whatever order it comes. Where an id
 * occurs twice its last text counts.
 */
export function* candidatePairs(
  entries: Iterable<TextEntry>,
  options: CandidatePairsOptions = {},
): Generator<CandidatePair, void, undefined> {
  // The index is gone before the first pair is: whoever compares pairs needs the memory.
  yield* pairsOf(findNeighbours(entries, options))
}

function* pairsOf(found: Neighbours): Generator<CandidatePair, void, undefined> {
  const { ids } = found
  const byLesser = groupByLesser(found, ids.length)
  for (const [rank, a] of ids.entries()) {
    const partners = new Map<number, number>()
    for (let place = byLesser.starts[rank] ?? 0; place < (byLesser.starts[rank + 1] ?? 0); place++) {
      const edge = byLesser.edges[place] ?? 0
      partners.set(found.greater[edge] ?? 0, found.scores[edge] ?? 0)
    }
    for (const [partner, score] of [...partners].sort(byPartner)) {
      yield { a, b: ids[partner] ?? '', score }
    }
  }
}

const byPartner = by(([partner]: readonly [partner: number, score: number]) => partner, byNumber)

/** Edges by the ranks of their ids: packed, because 100,000 entries have more than a million. */
interface Neighbours {
  readonly ids: readonly string[]
  readonly count: number
  readonly lesser: Int32Array
  readonly greater: Int32Array
  readonly scores: Float64Array
}

function findNeighbours(
  entries: Iterable<TextEntry>,
  { neighbours = DEFAULT_NEIGHBOURS, minimumScore = DEFAULT_MINIMUM_SCORE }: CandidatePairsOptions,
): Neighbours {
  const index = createCandidateIndex(entries)
  const { ids } = index
  const ranks = new Map(ids.map((id, rank) => [id, rank]))
  const lesser = new Int32Array(ids.length * neighbours)
  const greater = new Int32Array(ids.length * neighbours)
  const scores = new Float64Array(ids.length * neighbours)
  let count = 0
  for (const [rank, id] of ids.entries()) {
    for (const candidate of index.candidatesOf(id, neighbours)) {
      const other = ranks.get(candidate.id)
      if (other === undefined || candidate.score < minimumScore) continue
      lesser[count] = Math.min(rank, other)
      greater[count] = Math.max(rank, other)
      scores[count] = candidate.score
      count++
    }
  }
  return { ids, count, lesser, greater, scores }
}

/** The edges of each lesser rank, as a counting sort lays them out. */
function groupByLesser(
  { count, lesser }: Neighbours,
  size: number,
): { readonly starts: Int32Array; readonly edges: Int32Array } {
  const starts = new Int32Array(size + 2)
  for (let edge = 0; edge < count; edge++) {
    const rank = (lesser[edge] ?? 0) + 2
    starts[rank] = (starts[rank] ?? 0) + 1
  }
  for (let rank = 1; rank < starts.length; rank++) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0)
  }
  const edges = new Int32Array(count)
  for (let edge = 0; edge < count; edge++) {
    const rank = (lesser[edge] ?? 0) + 1
    const place = starts[rank] ?? 0
    edges[place] = edge
    starts[rank] = place + 1
  }
  return { starts, edges }
}
