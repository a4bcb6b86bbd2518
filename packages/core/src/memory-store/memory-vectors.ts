import type { EntryId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { VectorReads, VectorWrites } from '../ports/store.ts'
import { bestIds, type StoredEntries } from './stored-entry.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

interface KeptVector {
  readonly embedder: string
  /** Of the text that it is of. */
  readonly contentHash: string | undefined
  readonly vector: Float32Array
}

/** What the texts of a memory store's entries mean to an embedder. */
export function memoryVectors(log: UndoLog, entries: StoredEntries): VectorReads & VectorWrites {
  const vectors = new UndoableMap<EntryId, KeptVector>(log)
  const vectorOf = (id: EntryId, embedder: string) => {
    const kept = vectors.get(id)
    const isOfToday = kept?.embedder === embedder && kept.contentHash === entries.get(id)?.row.content_hash
    return isOfToday ? kept.vector : undefined
  }
  return {
    unembedded: (embedder, limit) =>
      entries
        .keys()
        .filter((id) => vectorOf(id, embedder) === undefined)
        .sort(byText)
        .slice(0, limit),
    nearest: (embedder, vector, limit) =>
      bestIds(
        entries.keys().map((id) => ({ id, score: cosine(vector, vectorOf(id, embedder)) })),
        limit,
      ),
    putVectors(embedder, given) {
      for (const [id, kept] of vectors.entries()) if (kept.embedder !== embedder) vectors.delete(id)
      for (const [id, vector] of given) {
        vectors.set(id, { embedder, contentHash: entries.get(id)?.row.content_hash, vector: vector.slice() })
      }
    },
  }
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  if (b === undefined) return 0
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
}
