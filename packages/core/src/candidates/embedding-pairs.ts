import { by, byNumber, byText, inOrder, type Order, reversed } from '../domain/order.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { TextEntry } from './candidate-index.ts'
import type { CandidatePair } from './candidate-pairs.ts'

/** How far an embedder may reach. */
export interface EmbeddingOptions {
  /** Nearest neighbours it nominates of each entry (default 8). */
  readonly neighbours?: number
  /** Entries whose vectors' cosine is less are not nominated (default 0.6). */
  readonly minimumCosine?: number
}

const LEXICAL_SHARE = 0.6
const EMBEDDED_SHARE = 0.4

const BY_IDS: Order<CandidatePair> = inOrder(
  by(({ a }) => a, byText),
  by(({ b }) => b, byText),
)

/**
 * The candidate pairs together with an embedder's nearest neighbours, ordered by ids. Every score then
 * is 0.6 of the lexical score (0 where there was none) and 0.4 of the vectors' cosine. No pair is
 * taken away. Compares all vectors: meant for the thousands of entries of one scope.
 */
export async function withEmbeddingNeighbours(
  pairs: Iterable<CandidatePair>,
  entries: Iterable<TextEntry>,
  embedder: Embedder,
  { neighbours = 8, minimumCosine = 0.6 }: EmbeddingOptions = {},
): Promise<readonly CandidatePair[]> {
  const sorted = [...new Map(Array.from(entries, (entry) => [entry.id, entry])).values()].sort(
    by(({ id }) => id, byText),
  )
  const embedded = await embedder.embed(sorted.map(({ text }) => text))
  const vectors = new Map(sorted.map(({ id }, index) => [id, unitVector(embedded[index])]))
  const fused = new Map<string, CandidatePair>()
  const fuse = (a: string, b: string, lexical: number): void => {
    const cosine = Math.max(0, dotProduct(vectors.get(a), vectors.get(b)))
    const score = LEXICAL_SHARE * lexical + EMBEDDED_SHARE * cosine
    fused.set(JSON.stringify([a, b]), { a, b, score })
  }
  for (const [a, b] of nearestNeighbours(sorted, vectors, neighbours, minimumCosine)) fuse(a, b, 0)
  for (const { a, b, score } of pairs) fuse(a, b, score)
  return [...fused.values()].sort(BY_IDS)
}

type Vectors = ReadonlyMap<string, Float32Array>

function* nearestNeighbours(
  entries: readonly TextEntry[],
  vectors: Vectors,
  limit: number,
  minimumCosine: number,
): Generator<readonly [a: string, b: string]> {
  for (const { id } of entries) {
    const near = entries
      .filter((other) => other.id !== id)
      .map((other) => ({ id: other.id, cosine: dotProduct(vectors.get(id), vectors.get(other.id)) }))
      .filter(({ cosine }) => cosine >= minimumCosine)
      .sort(
        inOrder(
          by(({ cosine }) => cosine, reversed(byNumber)),
          by((other) => other.id, byText),
        ),
      )
    for (const other of near.slice(0, limit)) yield id < other.id ? [id, other.id] : [other.id, id]
  }
}

function unitVector(vector: Float32Array | undefined): Float32Array {
  if (vector === undefined) return new Float32Array(0)
  const length = Math.sqrt(dotProduct(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

function dotProduct(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
