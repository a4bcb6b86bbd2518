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

function* pairsOf({
  ids,
  count,
  lesser,
  greater,
  scores,
}: Neighbours): Generator<CandidatePair, void, undefined> {
  const edges = sortEdges(lesser, sortEdges(greater, ascending(count), ids.length), ids.length)
  for (const [place, edge] of edges.entries()) {
    const [a, b] = [lesser[edge] ?? 0, greater[edge] ?? 0]
    const next = edges[place + 1]
    // Where both ends keep it, it is here twice.
    if (next !== undefined && lesser[next] === a && greater[next] === b) continue
    yield { a: ids[a] ?? '', b: ids[b] ?? '', score: scores[edge] ?? 0 }
  }
}

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

/** The edges in the order of their ranks; of equal ranks as they came: a counting sort. */
function sortEdges(ranks: Int32Array, edges: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size + 1)
  for (const edge of edges) places[(ranks[edge] ?? 0) + 1] = (places[(ranks[edge] ?? 0) + 1] ?? 0) + 1
  for (let rank = 1; rank <= size; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0)
  const sorted = new Int32Array(edges.length)
  for (const edge of edges) {
    const rank = ranks[edge] ?? 0
    const place = places[rank] ?? 0
    sorted[place] = edge
    places[rank] = place + 1
  }
  return sorted
}

function ascending(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => place)
}
