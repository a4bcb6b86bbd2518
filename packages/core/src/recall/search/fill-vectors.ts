import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Store } from '../../ports/store.ts'
import { embedTexts } from './embed-texts.ts'

const BATCH = 64

/**
 * Embeds the texts of entries that have no vector of this embedder yet, at most `limit` of them, and
 * keeps the vectors. Gives back how many were embedded. What changes meanwhile is left for the next time.
 */
export async function fillVectors(store: Store, embedder: Embedder, limit: number): Promise<number> {
  let filled = 0
  while (filled < limit) {
    const ids = store.unembedded(embedder.name, Math.min(BATCH, limit - filled))
    if (ids.length === 0) break
    await fillBatch(store, embedder, ids)
    filled += ids.length
  }
  return filled
}

async function fillBatch(store: Store, embedder: Embedder, ids: readonly EntryId[]): Promise<void> {
  const texts = new Map(ids.map((id) => [id, textOf(store.entry(id))]))
  const telling = ids.filter((id) => texts.get(id) !== '')
  const vectors = await embedTexts(
    embedder,
    telling.map((id) => texts.get(id) ?? ''),
  )
  const byId = new Map(telling.map((id, index) => [id, vectors[index]]))
  store.transact('embed', (writer) => {
    const unchanged = ids.filter((id) => textOf(writer.entry(id)) === texts.get(id))
    // What says nothing, as what a purge leaves, means nothing: it is near to nothing, and done.
    const none = new Float32Array(embedder.dimensions)
    writer.putVectors(embedder.name, new Map(unchanged.map((id) => [id, byId.get(id) ?? none])))
  })
}

function textOf(entry: Entry | undefined): string {
  if (entry === undefined) return ''
  const { title, summary, content } = entry
  return [title, summary, content].filter((part) => part !== undefined && part.trim() !== '').join('\n')
}
