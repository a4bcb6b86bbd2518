import { type EntryId, type RecordId, type StoreReader, shortId } from '@varve/core'

/** The id as people read it: as many of its first characters as tell it apart, eight at least. */
export function shortIdIn(reader: StoreReader, id: EntryId): string {
  return shortId(id, (prefix) => reader.entryIdsByPrefix(prefix, 2).length < 2)
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
