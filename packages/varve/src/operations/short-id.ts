import { type EntryId, type RecordId, type StoreReader, shortId, shortIdsAmong } from '@varve/core'

/** The id as people read it: as many of its first characters as tell it apart, eight at least. */
export function shortIdIn(reader: StoreReader, id: EntryId): string {
  return shortId(id, (prefix) => reader.entryIdsByPrefix(prefix, 2).length < 2)
}

/** The same of all the ids that a page shows, by a few questions in all; of any other when it is asked for. */
export function shortIdsIn(reader: StoreReader, ids: Iterable<EntryId>): (id: EntryId) => string {
  const known = shortIdsAmong([...new Set(ids)], (prefixes) => reader.sharedPrefixes(prefixes))
  return (id) => known.get(id) ?? shortIdIn(reader, id)
}

const RECORD_PREFIX = 'pl_'.length
/** The milliseconds of its clock: what is unique now stays so but for another record of the same one. */
const SHORTEST_RECORD = 12

export function shortRecordIdIn(reader: StoreReader, id: RecordId): string {
  const digits = shortId(
    id.slice(RECORD_PREFIX),
    (prefix) => prefix.length >= SHORTEST_RECORD && reader.recordIdsByPrefix(`pl_${prefix}`, 2).length < 2,
  )
  return `pl_${digits}`
}
