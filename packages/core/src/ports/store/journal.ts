import type { EntryId, RecordId } from '../../domain/ids.ts'
import type { EntityKey, Event, StoredOperation } from '../../domain/operation.ts'
import type { JournalRecord, RecordHeader, Stage } from '../../domain/record.ts'

export interface StoredRecord extends RecordHeader {
  readonly hash: string
  /** How many operations it has. */
  readonly size: number
}

export interface RecordQuery {
  readonly after?: RecordId
  /** Up to and including. */
  readonly until?: RecordId
  readonly entity?: EntityKey
  readonly entry?: EntryId
  readonly stage?: Stage
  readonly newestFirst?: boolean
  readonly limit?: number
}

export interface SomeOperations {
  readonly entry?: EntryId
  readonly limit: number
}

export interface DamagedRecord {
  readonly id: string
  readonly reason: string
}

/** The journal: what happened, record by record. */
export interface JournalReads {
  /** The greatest record id. */
  head(): RecordId | undefined
  record(id: RecordId): JournalRecord | undefined
  /**
   * The first operations of a record, or the first that touch an entry, in their order; undefined where one
   * of them is damaged. An import has one for each entry: nobody has to read all of them to tell of it.
   */
  someOperations(id: RecordId, query: SomeOperations): readonly StoredOperation[] | undefined
  /** By id; `newestFirst` turns it round. */
  records(query: RecordQuery): readonly StoredRecord[]
  recordIdsByPrefix(prefix: string, limit: number): readonly RecordId[]
  /** By record id, then position. */
  events(entity: EntityKey): readonly Event[]
  /** Every entity of the journal, in text order. */
  entities(): Iterable<EntityKey>
  /** Records that can't be read, or whose hash doesn't prove them whole. They are left out of every other answer. */
  damagedRecords(): readonly DamagedRecord[]
}

/** How the journal grows, and how a text goes out of it. */
export interface JournalWrites {
  /** False where the journal has it already. */
  appendRecord(record: JournalRecord): boolean
  /** Erases the text of an entity's operations for good; their digests stay. */
  eraseEvents(entity: EntityKey): void
}
