import type { Access, AccessReads, AccessWrites } from './store/accesses.ts'
import type { ChangeReads } from './store/changes.ts'
import type { RowReads } from './store/compaction-rows.ts'
import type { DecisionReads, DecisionWrites } from './store/decisions.ts'
import type { EntryReads, EntryWrites } from './store/entries.ts'
import type { GraphReads, GraphWrites } from './store/graph.ts'
import type { JournalReads, JournalWrites } from './store/journal.ts'
import type { NearReads, NearWrites } from './store/near-pairs.ts'
import type { QuarantineReads, QuarantineWrites } from './store/quarantine.ts'
import type { RemoteReads, RemoteWrites } from './store/remotes.ts'
import type { SessionReads, SessionWrites } from './store/sessions.ts'
import type { VectorReads, VectorWrites } from './store/vectors.ts'
import type { IssueReads, IssueWrites } from './store/view-issues.ts'
import type { ViewReads, ViewWrites } from './store/views.ts'
import type { WordReads } from './store/words.ts'

export * from './store/accesses.ts'
export * from './store/changes.ts'
export * from './store/compaction-rows.ts'
export * from './store/decisions.ts'
export * from './store/entries.ts'
export * from './store/graph.ts'
export * from './store/journal.ts'
export * from './store/near-pairs.ts'
export * from './store/quarantine.ts'
export * from './store/remotes.ts'
export * from './store/sessions.ts'
export * from './store/vectors.ts'
export * from './store/view-issues.ts'
export * from './store/views.ts'
export * from './store/words.ts'

export interface StoreSize {
  readonly entries: number
  readonly heads: number
  readonly records: number
}

/**
 * `kept`: outlives the loss of power once it is committed. `derived`: can be made again from what is kept, so
 * that nobody waits until it lies on the disk.
 */
export type Durability = 'kept' | 'derived'

/**
 * What the local memory can be asked. Every list is ordered as stated; reads inside a transaction
 * see its own writes.
 */
export interface StoreReader
  extends JournalReads,
    EntryReads,
    RowReads,
    ViewReads,
    IssueReads,
    GraphReads,
    DecisionReads,
    WordReads,
    VectorReads,
    NearReads,
    ChangeReads,
    QuarantineReads,
    SessionReads,
    AccessReads,
    RemoteReads {
  /** The project whose memory it is. */
  readonly project: string
  /** This replica's id in clocks: 16 hex digits. */
  readonly client: string
  size(): StoreSize
  /** How many heads there are, or `most` where there are more: counting all takes a while. */
  headCount(most: number): number
}

/** What `apply` writes. Nobody else does. */
export interface StoreWriter
  extends StoreReader,
    JournalWrites,
    EntryWrites,
    ViewWrites,
    IssueWrites,
    GraphWrites,
    DecisionWrites,
    VectorWrites,
    NearWrites,
    QuarantineWrites,
    SessionWrites,
    AccessWrites,
    RemoteWrites {}

/**
 * The local memory of one project. Synchronous, because an embedded database is; several processes
 * may hold one open at once.
 */
export interface Store extends StoreReader {
  /** Runs `work`, which only reads, on the store as it is now: whatever others write meanwhile. */
  snapshot<T>(work: () => T): T
  /**
   * Runs `work` alone among all writers and commits what it wrote, or nothing where it throws.
   * Waits for another writer up to the busy timeout, then throws `busy`. `label` names the holder; what is
   * written is to be `kept` unless it says otherwise.
   */
  transact<T>(label: string, work: (writer: StoreWriter) => T, durability?: Durability): T
  /** Notes uses at once, or not at all where another process writes or the store may only be read. */
  noteAccesses(accesses: readonly Access[]): void
  /** Forgets erased text in what lies under the tables: free pages, logs, index segments. */
  scrub(): void
  close(): void
}
