import type { EntryId } from '../../domain/ids.ts'

/** What texts mean to an embedder. */
export interface VectorReads {
  /** Entries whose text of today no vector of this embedder stands for yet, by id. */
  unembedded(embedder: string, limit: number): readonly EntryId[]
  /** Entries whose vectors of this embedder point the way that `vector` does, nearest first, ties by id. */
  nearest(embedder: string, vector: Float32Array, limit: number): readonly EntryId[]
}

/** Vectors come from outside: a store makes none. */
export interface VectorWrites {
  /** Keeps what the texts of entries mean to an embedder. Vectors of another embedder are forgotten. */
  putVectors(embedder: string, vectors: ReadonlyMap<EntryId, Float32Array>): void
}
