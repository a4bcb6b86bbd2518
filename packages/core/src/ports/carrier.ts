import type { EntryId, RecordId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { StoreReader } from './store.ts'

/** A record as a carrier hands it over: nothing of it is believed until it proves whole. */
export interface CarriedRecord {
  /** Its place in the carrier's journal: a number of a server, the name of a file. */
  readonly at: number | string
  /** Who handed it in, as the carrier knows it; what a record says of its author is only said. */
  readonly author: string | null
  /** The id that it is filed under. */
  readonly id: string
  /** The hash that it is filed under, where the carrier keeps one beside it. */
  readonly digest?: string
  /** JSON, as it came. */
  readonly value: unknown
}

/** Some of what a replica lacks. */
export interface CarrierPage {
  readonly records: readonly CarriedRecord[]
  /** What the carrier itself found wrong. */
  readonly issues: readonly Issue[]
  /** How far a numbered journal has been read with this page. */
  readonly cursor?: number
}

/** An entry as people who ask the team's server in SQL see it. Times are ISO 8601. */
export interface ProjectedEntry {
  readonly id: EntryId
  readonly branch: string | null
  readonly scope: 'feature' | 'project'
  readonly content: string
  readonly status: 'observed' | 'promoted'
  readonly recurrence_count: number
  readonly impact_score: number
  readonly specificity_score: number
  readonly created_at: string
  readonly updated_at: string
}

/** How the projection changes with an append. */
export interface ProjectionChange {
  readonly rows: readonly ProjectedEntry[]
  readonly gone: readonly EntryId[]
}

/** A record of a numbered journal, by its number. */
export interface NumberedRecord {
  readonly at: number
  readonly record: JournalRecord
}

/** What brings records from replica to replica: a team's server, or a folder that git carries. */
export interface Carrier {
  /** What a replica keeps its place in the carrier's journal under. */
  readonly remote: string
  /** As a person would name it; never with credentials. */
  readonly shown: string
  /** A server's journal: in the order of commits, without a gap, with a projection. A folder is a set. */
  readonly isNumbered: boolean
  /** What the replica lacks, page by page. */
  incoming(reader: StoreReader): AsyncIterable<CarrierPage>
  /** Records that the carrier is not known to have, by id. */
  outgoing(reader: StoreReader): readonly RecordId[]
  /** How many records there are; a folder's says nothing of their order. */
  head(): Promise<number>
  /**
   * Adds records behind `expected`, with what that does to the projection, all or nothing. The new head;
   * undefined where somebody else was first.
   */
  append(
    expected: number,
    records: readonly JournalRecord[],
    change: ProjectionChange,
  ): Promise<number | undefined>
  /** By id; nothing where the carrier has no projection. */
  projection(): Promise<readonly ProjectedEntry[]>
  /** Puts what a purge left of records in their place; false where that is for others to do. */
  erase(records: readonly NumberedRecord[]): Promise<boolean>
  close(): Promise<void>
}

/** What a carrier does for want of a clock and of chance in the core. */
export interface Patience {
  now(): Instant
  wait(ms: number): Promise<void>
  /** 0 up to, and without, 1. */
  random(): number
}
