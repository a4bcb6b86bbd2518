import { composeText } from './compose-text.ts'
import type { EntryId, RecordId, VersionId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { JsonObject } from './json.ts'
import type { Learning, Rating } from './learning.ts'
import { by, byNumber, byText, inOrder, type Order, reversed } from './order.ts'
import { sha256 } from './sha256.ts'
import type { Trust } from './trust.ts'

export { TRUSTS, type Trust, trustRank } from './trust.ts'

// Names of persisted fields are snake_case: these types are the journal's own JSON.

export const CONFIDENCES = ['low', 'medium', 'high'] as const
export type Confidence = (typeof CONFIDENCES)[number]

export const LAYERS = ['goal', 'context', 'emotion', 'implementation', 'caveat', 'learning'] as const
export type Layer = (typeof LAYERS)[number]

/** How far above the code a statement stands. */
export const ALTITUDES = ['mission', 'strategy', 'architecture', 'implementation'] as const
export type Altitude = (typeof ALTITUDES)[number]

/** What a statement is, in the course of a piece of work. */
export const MEM_TYPES = [
  'question',
  'comparison',
  'decision',
  'work',
  'outcome',
  'learning',
  'note',
] as const
export type MemType = (typeof MEM_TYPES)[number]

/** How far the piece of work is that a statement speaks of. */
export const MEM_STATES = [
  'open',
  'decided',
  'in_progress',
  'done',
  'stalled',
  'parked',
  'superseded',
] as const
export type MemState = (typeof MEM_STATES)[number]

export const SOURCE_KINDS = ['human', 'agent', 'session', 'compaction', 'import'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** `project`, `branch:<name>` or `session:<id>`. */
export type Scope = string

/** Where an entry came from and how far that is trusted. */
export interface Source {
  readonly kind: SourceKind
  readonly trust: Trust
  /** The agent or person that wrote it. */
  readonly agent?: string
  readonly session?: string
  readonly message?: string
  /** Imports: format, file as named on import, and 1-based line. */
  readonly format?: string
  readonly file?: string
  readonly line?: number
  /** Imports: the file lies outside of the project, so that its path leads to nothing here. */
  readonly outside?: true
  /** Imports: SHA-256 of the item as it stood, so that importing it again changes nothing. */
  readonly digest?: string
}

/** What an entry's text speaks of: evidence for staleness. */
export interface Ref {
  readonly path?: string
  readonly symbol?: string
  readonly commit?: string
  readonly url?: string
  /** SHA-256 of the file when the reference was made. */
  readonly hash?: string
  readonly line?: number
}

export interface Scores {
  readonly recurrence: number
  readonly impact: number
  readonly specificity: number
}

/** What a consolidation wrote a digest from. */
export interface Consolidation {
  readonly original_layer: Layer
  readonly count: number
  /** When the first and the last of its entries were stated. */
  readonly period: { readonly from: Instant; readonly to: Instant }
  /** The most important of them. */
  readonly exemplars: readonly {
    readonly id: EntryId
    readonly when: Instant
    readonly importance: number
    readonly fragment: string
  }[]
  readonly replaced_ids: readonly EntryId[]
}

/** The text of an entry: what a revision keeps. */
export interface EntryText {
  readonly content: string
  readonly title?: string
  readonly summary?: string
}

/** What a person, an agent or an import states about a piece of knowledge. */
export interface EntryFields extends EntryText {
  /** fact, note, learning, digest, map, or as imported. */
  readonly type: string
  readonly category: string
  readonly layer?: Layer
  readonly altitude?: Altitude
  readonly mem_type?: MemType
  readonly mem_state?: MemState
  readonly entity?: { readonly kind: string; readonly name: string }
  /** Sorted, each once. */
  readonly tags: readonly string[]
  readonly refs: readonly Ref[]
  readonly source: Source
  readonly confidence: Confidence
  /** 0–1 */
  readonly importance?: number
  /** 0–100 */
  readonly value?: number
  readonly scores?: Scores
  readonly scope: Scope
  /** Subject slot: two entries of one key and scope contradict each other. */
  readonly key?: string
  readonly pinned?: boolean
  readonly created: Instant
  readonly asserted_from?: Instant
  readonly asserted_to?: Instant
  readonly valid_from?: Instant
  readonly valid_to?: Instant
  /** Set on a digest that a consolidation wrote. */
  readonly consolidation?: Consolidation
  /** The user's own fields. */
  readonly custom?: JsonObject
  /** Imported members that Varve has no name for, in their order. */
  readonly extra?: JsonObject
  /** The imported file itself, for formats that are written back byte for byte. */
  readonly original?: { readonly file: string; readonly text: string }
}

export const FLAG_KINDS = [
  'stale',
  'buried',
  'stalled',
  'contradiction',
  'conflict',
  'untrusted',
  'secret',
] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** By this reason the sweep buries; what a person buried stays until a person says otherwise. */
export const FORGOTTEN = 'forgotten'

export interface Flag {
  readonly kind: FlagKind
  readonly reason: string
  readonly evidence?: JsonObject
  readonly by: string
  readonly at: Instant
}

/** One observation of the same statement. */
export interface Sighting {
  /** Root session, import or record it was seen in: each counts once. */
  readonly occasion: string
  readonly by: string
  readonly at: Instant
  readonly source: Source
  /** Of a learning: how much it is worth, and where it was seen. */
  readonly rating?: Rating
}

/** An entry as the journal's records add up to it. */
export interface Entry extends EntryFields {
  readonly id: EntryId
  /** When the first record that added it was made. */
  readonly recorded: Instant
  /** When its text was last changed. */
  readonly updated: Instant
  readonly state: 'active' | 'retracted'
  readonly flags: readonly Flag[]
  readonly sightings: readonly Sighting[]
  /** Set where sightings rate it. */
  readonly learning?: Learning
  /** The writes that no other write was made from: two or more mean edits made apart. */
  readonly versions: readonly VersionId[]
  /** The version whose text is shown. */
  readonly text_version: VersionId
  /** Set where the text was erased: what is left is that it was, and why. */
  readonly purged?: { readonly by: RecordId; readonly hash: string; readonly reason: string }
}

/** A text as `varve show` gives it back: revisions are never overwritten. */
export interface Revision extends EntryText {
  readonly version: VersionId
  readonly at: Instant
  readonly by: string
  /** The versions it was made from. */
  readonly base: readonly VersionId[]
}

/** The ordering time of an entry: a date in the future never wins. */
export function orderingTime(entry: Pick<Entry, 'created' | 'recorded'>): Instant {
  return Math.min(entry.created, entry.recorded)
}

/** What an entry is worth that nobody valued. */
export const USUAL_VALUE = 50

/** How much an entry is worth, 0 to 100. */
export function valueOrUsual({ value }: { readonly value?: number | undefined }): number {
  return value ?? USUAL_VALUE
}

/** The end of the time in which the entry was stated; recency goes by it. */
export function assertedTo(entry: Pick<Entry, 'created' | 'recorded' | 'asserted_to'>): Instant {
  return entry.asserted_to ?? orderingTime(entry)
}

export function hasFlag(entry: Pick<Entry, 'flags'>, kind: FlagKind): boolean {
  return entry.flags.some((flag) => flag.kind === kind)
}

export function confidenceRank(confidence: Confidence): number {
  return CONFIDENCES.indexOf(confidence)
}

/** SHA-256 over title, summary and body; line ends and composed forms don't count. */
export function contentHash(text: EntryText): string {
  const body = composeText(text.content.replace(/\r\n?/g, '\n'))
  return sha256(`content/1\n${JSON.stringify([text.title ?? null, text.summary ?? null, body])}`)
}

/** What the total order over entries looks at. */
export interface Ranked {
  readonly id: string
  /** Milliseconds: `assertedTo`. */
  readonly at: Instant
  readonly confidence: Confidence
}

/** "Older or weaker than": time, then confidence, then the id in descending order, so the smallest id is greatest. */
export const weakestFirst: Order<Ranked> = inOrder<Ranked>(
  by((entry) => entry.at, byNumber),
  by((entry) => confidenceRank(entry.confidence), byNumber),
  reversed(by((entry) => entry.id, byText)),
)
