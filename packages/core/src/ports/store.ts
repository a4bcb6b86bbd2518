import type { Confidence, Entry, Scope, Trust } from '../domain/entry.ts'
import type { EntryId, RecordId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import type { JsonObject } from '../domain/json.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import type { Link } from '../domain/link.ts'
import type { EntityKey, Event } from '../domain/operation.ts'
import type { JournalRecord, RecordHeader, Stage } from '../domain/record.ts'
import type {
  CaptureCursor,
  Lease,
  MessageId,
  Session,
  SessionId,
  SessionMark,
  SessionMessage,
  StoredMessage,
} from '../domain/session.ts'

/** What stage 1 needs to know of an entry: a narrow row, so that a large store is read quickly. */
export interface CompactionRow {
  readonly id: EntryId
  readonly scope: Scope
  readonly category: string
  /** A titled entry is a note: it never joins a duplicate class by its text. */
  readonly titled: boolean
  /** Key of the normal form of the content, or null where it has none. */
  readonly text_key: string | null
  /** Normalised subject slot (`key`), or null. */
  readonly slot: string | null
  /** Recency: `assertedTo`. */
  readonly at: Instant
  readonly confidence: Confidence
  readonly trust: Trust
  readonly pinned: boolean
  readonly retracted: boolean
  /** Flag `buried` is open. */
  readonly forgotten: boolean
  readonly tags: readonly string[]
  readonly content_hash: string
  /** Whatever else of the entry shows in a rendered file, as one text: equal marks render alike. */
  readonly marks: string
}

export const HIDDEN_REASONS = [
  'superseded',
  'duplicate',
  'contradicted',
  'merged',
  'digested',
  'retracted',
  'forgotten',
  'dissolved',
] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** How an entry stands in the resolved view. */
export interface EntryView {
  readonly id: EntryId
  /** Absent on a head. `by` is the entry to look at instead, or null where there is none. */
  readonly hidden?: { readonly reason: HiddenReason; readonly by: EntryId | null }
  /** Of the whole duplicate class. */
  readonly tags: readonly string[]
  readonly confidence: Confidence
  /** Categories of hidden members other than the head's own. */
  readonly also_in: readonly string[]
  /** Other heads that supersede the same class. */
  readonly forks: readonly EntryId[]
  /** Stand-in tops that contest this head. */
  readonly contested_by: readonly EntryId[]
  /** How many direct sources it stands in for. */
  readonly stands_for: number
}

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

export type EntrySort = 'id' | 'newest' | 'created' | 'updated' | 'value'

export interface EntryQuery {
  /** Default: entries of every scope. */
  readonly scopes?: readonly Scope[]
  /** `heads`: shown in the resolved view; `hidden`: the rest of it; `all`: whatever the view says. */
  readonly visibility: 'heads' | 'hidden' | 'all'
  readonly category?: string
  readonly type?: string
  readonly tag?: string
  readonly pinned?: true
  readonly assertedBefore?: Instant
  readonly assertedSince?: Instant
  /** Only these. */
  readonly ids?: readonly EntryId[]
  readonly exclude?: readonly EntryId[]
  readonly sort?: EntrySort
  readonly limit?: number
  readonly offset?: number
}

/** Text that an import could not make an entry of: kept, named, never dropped. */
export interface QuarantinedItem {
  readonly format: string
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** Bytes from the start of the file. */
  readonly offset: number
  readonly reason: string
  /** The item as it stood; bytes that are not UTF-8 are kept in base64. */
  readonly text: string
  readonly encoding: 'utf8' | 'base64'
  readonly at: Instant
}

export interface DamagedRecord {
  readonly id: string
  readonly reason: string
}

export interface StoreSize {
  readonly entries: number
  readonly heads: number
  readonly records: number
}

/**
 * Two entries that the guard found near each other. The verdict follows from the entries alone; which
 * pairs are looked at is for the store's own index to nominate.
 */
export interface NearPair {
  /** The smaller id. */
  readonly a: EntryId
  readonly b: EntryId
  readonly verdict: 'duplicate-safe' | 'related' | 'contradicts'
  readonly reasons: readonly string[]
  readonly flags: readonly string[]
  /** 0–1: how alike the texts are. */
  readonly score: number
  /** Version of the guard's rules. */
  readonly guard_v: number
}

/** What to look for in the words of the texts, as `indexWords` gives them. */
export interface WordQuery {
  /** Whether a match has a word of every group, or of any. */
  readonly need: 'every' | 'any'
  /** Words that stand for one another. */
  readonly groups: readonly (readonly string[])[]
  /** Words that must stand side by side, in one field. */
  readonly phrases?: readonly (readonly string[])[]
}

export interface WordTotals {
  readonly entries: number
  readonly title: number
  readonly body: number
}

/** A point in the life of a store's kept state; only the store that gave it can read it. */
export type Moment = string & { readonly moment: true }

/** Empty: all pairs. */
export interface NearQuery {
  /** Pairs that this entry is one of. */
  readonly of?: EntryId
  readonly verdict?: NearPair['verdict']
}

export interface LineageEnds {
  readonly top?: EntryId
  readonly under?: EntryId
  readonly touching?: Iterable<EntryId>
}

/** What came of putting messages. */
export interface PutMessages {
  readonly added: number
  readonly revised: number
  readonly parts: number
  /** How many bytes are kept of what was added. */
  readonly bytes: number
}

export interface LinkEnds {
  readonly from?: EntryId
  readonly to?: EntryId
  readonly touching?: Iterable<EntryId>
}

/**
 * What the local memory can be asked. Every list is ordered as stated; reads inside a transaction
 * see its own writes.
 */
export interface StoreReader {
  /** The project whose memory it is. */
  readonly project: string
  /** This replica's id in clocks: 16 hex digits. */
  readonly client: string

  /** The greatest record id. */
  head(): RecordId | undefined
  record(id: RecordId): JournalRecord | undefined
  /** By id; `newestFirst` turns it round. */
  records(query: RecordQuery): readonly StoredRecord[]
  recordIdsByPrefix(prefix: string, limit: number): readonly RecordId[]
  /** By record id, then position. */
  events(entity: EntityKey): readonly Event[]
  /** Every entity of the journal, in text order. */
  entities(): Iterable<EntityKey>

  entry(id: EntryId): Entry | undefined
  /** In text order. */
  entryIdsByPrefix(prefix: string, limit: number): readonly EntryId[]
  /** Ties by id. */
  entries(query: EntryQuery): Iterable<Entry>
  /** By kind, top, under. All, those between the given ends, or those with an end among `touching`. */
  lineage(ends: LineageEnds): readonly LineageEdge[]
  /** By from, type, to. All, those between the given ends, or those with an end among `touching`. */
  links(ends: LinkEnds): readonly Link[]
  /** Decision on a review item, if any. */
  review(id: string): JsonObject | undefined
  /** Decided review items, by id. */
  reviews(): readonly { readonly id: string; readonly decision: JsonObject }[]
  policy(name: string): JsonObject | undefined

  /**
   * Entries to rank for a query, likely ones first: all that match, or so many of them as `limit`
   * says. Of a multitude the store may pass over old ones; it never gives one that doesn't match.
   */
  match(query: WordQuery, limit: number): readonly EntryId[]
  /** In how many entries each of these words stands. */
  wordCounts(words: readonly string[]): readonly number[]
  /** How many words the texts of all entries have. */
  wordTotals(): WordTotals
  /**
   * The words of the index that have letters only, and so many as given; in text order. One that no
   * entry has any more may be among them: `wordCounts` tells.
   */
  letterWords(length: { readonly least: number; readonly most: number }): Iterable<string>

  /** Entries whose text of today no vector of this embedder stands for yet, by id. */
  unembedded(embedder: string, limit: number): readonly EntryId[]
  /** Entries whose vectors of this embedder point the way that `vector` does, nearest first, ties by id. */
  nearest(embedder: string, vector: Float32Array, limit: number): readonly EntryId[]

  /** Entries that share the most telling words with a text, best first: candidates for a comparison, never a verdict. */
  similar(text: string, limit: number): readonly EntryId[]
  /** What comparisons found, by a, then b. Read a few at a time: of a large store there are many. */
  nearPairs(query: NearQuery): Iterable<NearPair>
  /** Entries whose text no comparison under the guard's rules of today has seen yet, by id. */
  uncompared(): Iterable<EntryId>

  /** Rows of stage 1, by id; without ids: all of the given scopes. */
  compactionRows(selection: {
    readonly ids?: Iterable<EntryId>
    readonly scopes?: readonly Scope[]
  }): Iterable<CompactionRow>
  /** Every scope that an entry has, in text order. */
  scopes(): readonly Scope[]
  classMembers(scope: Scope, textKey: string): readonly EntryId[]
  slotMembers(scope: Scope, slot: string): readonly EntryId[]
  view(id: EntryId): EntryView | undefined
  /** Every stored view, by id; or those of the given entries. */
  views(ids?: Iterable<EntryId>): Iterable<EntryView>
  /** Stored views of the entries that are hidden by one of these at first hand, by id. */
  hiddenBy(tops: Iterable<EntryId>): readonly EntryView[]
  viewIssues(): readonly Issue[]

  /** Where the entries and their views stand now, for `changedSince`. */
  moment(): Moment
  /**
   * Ids of the entries whose row or view was written since, gone ones among them, in text order;
   * undefined where the store can't tell any more. An id too many is no harm.
   */
  changedSince(moment: Moment): readonly EntryId[] | undefined

  quarantine(): readonly QuarantinedItem[]

  session(id: SessionId): Session | undefined
  /** Newest first, ties by id. */
  sessions(): readonly Session[]
  /** In their order; `from` is an ordinal. */
  sessionMessages(
    session: SessionId,
    range?: { readonly from?: number; readonly limit?: number },
  ): Iterable<StoredMessage>
  /** The session that has this message. */
  sessionOfMessage(id: MessageId): SessionId | undefined
  /** What a message said before it was written again, oldest first. */
  messageRevisions(id: MessageId): readonly SessionMessage[]
  /** Of one session, or of all; by session, mark, name. */
  sessionMarks(session?: SessionId): readonly SessionMark[]
  sessionMark(session: SessionId, mark: SessionMark['mark'], name: string): JsonObject | undefined
  captureCursor(source: string): CaptureCursor | undefined
  leases(): readonly Lease[]
  /** Records that can't be read, or whose hash doesn't prove them whole. They are left out of every other answer. */
  damagedRecords(): readonly DamagedRecord[]
  size(): StoreSize
  /** How many heads there are, or `most` where there are more: counting all takes a while. */
  headCount(most: number): number
}

/** What `apply` writes. Nobody else does. */
export interface StoreWriter extends StoreReader {
  /** False where the journal has it already. */
  appendRecord(record: JournalRecord): boolean
  putEntry(entry: Entry, row: CompactionRow): void
  dropEntry(id: EntryId): void
  putLineage(edge: LineageEdge): void
  dropLineage(edge: Pick<LineageEdge, 'kind' | 'top' | 'under'>): void
  putLink(link: Link): void
  dropLink(link: Link): void
  /** Notes that entries were compared, and puts `pairs` in the place of those that touched them. */
  putNearPairs(compared: ReadonlySet<EntryId>, pairs: readonly NearPair[]): void
  /** Keeps what the texts of entries mean to an embedder. Vectors of another embedder are forgotten. */
  putVectors(embedder: string, vectors: ReadonlyMap<EntryId, Float32Array>): void
  putReview(id: string, decision: JsonObject | null): void
  putPolicy(name: string, value: JsonObject | null): void
  putViews(views: Iterable<EntryView>): void
  dropViews(ids: Iterable<EntryId>): void
  /** Replaces the issues that have a subject among `ids` by `issues`. */
  putViewIssues(ids: ReadonlySet<EntryId>, issues: readonly Issue[]): void
  /** Erases the text of an entity's operations for good; their digests stay. */
  eraseEvents(entity: EntityKey): void
  putSession(session: Session): void
  /**
   * Adds messages to the end of a session. One that is there already stays where it is; where it says
   * something else now, what it said before becomes a revision.
   */
  putMessages(session: SessionId, messages: readonly SessionMessage[]): PutMessages
  /** Erases the messages of a session for good: their ids stay, and none of them is ever put again. */
  dropMessages(session: SessionId): void
  putSessionMark(mark: Omit<SessionMark, 'value'> & { readonly value: JsonObject | null }): void
  putCaptureCursor(source: string, cursor: CaptureCursor): void
  /** Takes a lease that is free or has run out, or renews one's own; false where somebody else holds it. */
  takeLease(lease: Lease, now: Instant): boolean
  dropLease(name: string, holder: string): void
  /** Puts `items` in the place of what lay in quarantine from these files. */
  replaceQuarantine(files: ReadonlySet<string>, items: readonly QuarantinedItem[]): void
}

/**
 * The local memory of one project. Synchronous, because an embedded database is; several processes
 * may hold one open at once.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work` alone among all writers and commits what it wrote, or nothing where it throws.
   * Waits for another writer up to the busy timeout, then throws `busy`. `label` names the holder.
   */
  transact<T>(label: string, work: (writer: StoreWriter) => T): T
  /** Forgets erased text in what lies under the tables: free pages, logs, index segments. */
  scrub(): void
  close(): void
}
