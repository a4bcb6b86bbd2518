import {
  type EntryId,
  type EntryText,
  entryEntity,
  listRevisions,
  type StoreReader,
  sortedUnique,
} from '@varve/core'

/** Shorter texts are found in too many others to tell of the one that goes. */
const SHORTEST = 8

/** Every text that the entries ever had: what must be nowhere afterwards. */
export function listTexts(reader: StoreReader, ids: readonly EntryId[]): readonly string[] {
  const revisions = ids.flatMap((id) => listRevisions(reader.events(entryEntity(id))))
  return sortedUnique(revisions.flatMap(partsOf)).filter((text) => text.length >= SHORTEST)
}

/** Other entries that hold one of these texts, or that stand in for a purged one: a person has to look at them. */
export function listRepeating(
  reader: StoreReader,
  purged: readonly EntryId[],
  texts: readonly string[],
): readonly EntryId[] {
  const tops = topsAbove(reader, purged).map((id) => reader.entry(id))
  const found = new Set(tops.flatMap((top) => (top === undefined || top.purged ? [] : [top.id])))
  for (const entry of reader.entries({ visibility: 'all' })) {
    const own = partsOf(entry)
    if (texts.some((text) => own.some((part) => part.includes(text)))) found.add(entry.id)
  }
  for (const id of purged) found.delete(id)
  return sortedUnique(found) as EntryId[]
}

/** What stands in for the entries, and what stands in for that, to the end: each may say again what was under it. */
function topsAbove(reader: StoreReader, ids: readonly EntryId[]): readonly EntryId[] {
  const seen = new Set(ids)
  for (const under of seen) for (const { top } of reader.lineage({ under })) seen.add(top)
  return [...seen]
}

/** Whether bytes hold one of the texts, as it stands or as JSON writes it. */
export function holdsText(bytes: string, texts: readonly string[]): boolean {
  return texts.some((text) => bytes.includes(text) || bytes.includes(JSON.stringify(text).slice(1, -1)))
}

function partsOf({ content, title, summary }: EntryText): readonly string[] {
  return [content, title, summary].flatMap((part) => (part === undefined ? [] : [part.trim()]))
}
