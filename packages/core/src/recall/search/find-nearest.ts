import type { EntryId } from '../../domain/ids.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { StoreReader } from '../../ports/store.ts'
import { embedTexts } from './embed-texts.ts'

/** So many entries that mean something like a query are fused with those that have its words. */
export const NEAREST_MAX = 100

/** The entries that mean something like a text, nearest first: `nearest` of a search. */
export async function findNearest(
  reader: StoreReader,
  embedder: Embedder,
  text: string,
): Promise<readonly EntryId[]> {
  if (text.trim() === '') return []
  const [vector] = await embedTexts(embedder, [text])
  return vector === undefined ? [] : reader.nearest(embedder.name, vector, NEAREST_MAX)
}
