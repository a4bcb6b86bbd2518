import type { EntryId, HiddenReason, Issue, LineageKind, RecordId, Severity } from '@varve/core'

// What the operations print as JSON, as far as the page shows it.

export interface HiddenUnder {
  readonly id: EntryId
  readonly reason: HiddenReason
  readonly text: string
}

export interface ListedEntry {
  readonly id: EntryId
  readonly type: string
  readonly category: string
  readonly title?: string
  readonly content: string
  readonly tags: readonly string[]
  readonly confidence: string
  readonly layer?: string
  readonly entity?: EntryEntity
  readonly pinned?: boolean
  readonly scope: string
  readonly refs?: readonly EntryRef[]
  readonly source: EntrySource
  readonly created: string
  readonly updated: string
  readonly asserted_to: string
  readonly state: 'active' | 'retracted'
  readonly hidden?: { readonly reason: HiddenReason; readonly by: EntryId | null }
  readonly flags?: readonly { readonly kind: string; readonly reason: string }[]
  readonly sightings?: number
  readonly purged?: { readonly reason: string }
  readonly under?: readonly HiddenUnder[]
}

/** What an entry speaks of; of text read from a document the headings that it stood under. */
export interface EntryEntity {
  readonly kind: string
  readonly name: string
}

export interface EntrySource {
  readonly kind: string
  readonly trust: string
  readonly agent?: string
  readonly session?: string
  readonly file?: string
  readonly line?: number
}

export interface EntryRef {
  readonly path?: string
  readonly symbol?: string
  readonly commit?: string
  readonly url?: string
}

export interface ListAnswer {
  readonly items: readonly ListedEntry[]
  readonly has_more: boolean
}

export interface LineageEdge {
  readonly kind: LineageKind
  readonly top: EntryId
  readonly under: EntryId
  readonly by: string
  readonly recorded: string
}

export interface Revision {
  readonly content: string
  readonly title?: string
  readonly at: string
  readonly by: string
}

export interface ShowAnswer extends ListedEntry {
  readonly lineage: readonly LineageEdge[]
  readonly links: readonly { readonly from: EntryId; readonly to: EntryId; readonly type: string }[]
  /** On this machine, a use once in a session and a day. */
  readonly usage?: {
    readonly count: number
    readonly last: string | null
    readonly kinds: Readonly<Record<string, number>>
  }
  readonly revisions?: readonly Revision[]
  readonly log?: readonly LogItem[]
}

export interface LearningAnswer {
  readonly sightings: readonly Sighting[]
}

export interface Sighting {
  readonly occasion: string
  readonly by: string
  readonly at: string
  readonly evidence: readonly { readonly session: string; readonly quote: string; readonly gone: boolean }[]
}

export interface LogOperation {
  readonly op: string
  readonly id?: EntryId
  readonly top?: EntryId
  readonly under?: EntryId
  readonly kind?: string
  readonly category?: string
  readonly review?: string
  readonly fields?: readonly string[]
  readonly withdrawn?: boolean
  readonly flag?: { readonly kind: string; readonly reason: string }
  readonly link?: { readonly from: EntryId; readonly to: EntryId; readonly type: string }
  readonly decision?: { readonly action: string }
}

export interface StatusChange {
  readonly id: EntryId
  readonly from: string | null
  readonly to: string | null
}

export interface LogItem {
  readonly plan_id: RecordId
  readonly at: string
  readonly stage: string
  readonly actor: string
  readonly via: string
  readonly command: string
  readonly reason?: string
  readonly ops: readonly LogOperation[]
  /** How many steps it has beside those. */
  readonly more_ops?: number
  readonly undoes?: readonly RecordId[]
  readonly undone_by: RecordId | null
  /** Learnings that stand otherwise since. */
  readonly status_changes?: readonly StatusChange[]
  readonly damaged?: true
}

export interface LogAnswer {
  readonly items: readonly LogItem[]
}

export interface FoundNote {
  readonly id: EntryId
  readonly title?: string
  readonly text?: string
  readonly type: string
  readonly tags: readonly string[]
  readonly via?: EntryId
  readonly compacts?: number
  readonly relevance: number
  readonly match_context: string
  readonly explain?: {
    readonly terms: readonly { readonly word: string; readonly weight: number }[]
    readonly word_rank: number | null
    readonly meaning_rank: number | null
    readonly path: readonly EntryId[]
  }
}

export interface SearchAnswer {
  readonly relaxed: boolean
  readonly corrected: Readonly<Record<string, readonly string[]>>
  readonly total: number
  readonly at_least?: true
  readonly items: readonly FoundNote[]
}

export interface GraphNote {
  readonly id: EntryId
  readonly type: string
  readonly category: string
  readonly text: string
  readonly hidden: HiddenReason | null
  readonly links: number
  readonly under: number
}

export interface GraphLink {
  readonly from: EntryId
  readonly to: EntryId
  readonly type: string
  readonly source: 'typed' | 'inline' | 'lineage'
  readonly via?: readonly [EntryId, EntryId]
}

export interface GraphAnswer {
  readonly root: EntryId | null
  readonly notes: readonly GraphNote[]
  readonly links: readonly GraphLink[]
  readonly total: { readonly notes: number; readonly links: number; readonly apart: number } | null
  readonly truncated: boolean
}

export interface ListedSession {
  readonly id: string
  readonly agent: string
  readonly title: string | null
  /** What a person said first, in one line. */
  readonly asked: string | null
  readonly branch: string | null
  readonly message_count: number
  readonly last_event_at: string
}

export interface SessionsAnswer {
  readonly sessions: readonly ListedSession[]
  readonly total: number
}

export interface SessionAnswer {
  readonly messages: readonly {
    readonly id: string
    readonly parts: readonly {
      readonly text: string
      readonly args?: object
      readonly truncated?: number
    }[]
  }[]
}

export type WindowLevel = 'full' | 'compressed' | 'placeholder'

export interface WindowPart {
  readonly key: string
  /** The stored message, and the part's place in it; null where it is kept nowhere. */
  readonly message: string | null
  readonly place: number
  readonly kind: string
  readonly name: string
  readonly begins?: string
  readonly level: WindowLevel
  readonly tokens: number
  readonly shown: number
  readonly why: string
  readonly handle: string
  readonly p?: number
  readonly sent?: string
}

export interface WindowMessage {
  readonly number: number
  readonly role: string
  readonly human: boolean
  readonly parts: readonly WindowPart[]
}

export interface WindowSize {
  readonly call: number
  readonly raw: number
  readonly shown: number
  readonly pass: boolean
}

export interface WindowAnswer {
  readonly session: string
  readonly agent: string
  readonly title: string | null
  readonly asked: string | null
  readonly call: number
  readonly calls: number
  readonly levels: Readonly<Record<WindowLevel, number>>
  readonly live_passes: number
  readonly sizes: readonly WindowSize[]
  readonly messages: readonly WindowMessage[]
}

export interface ReviewItem {
  readonly id: string
  readonly kind: string
  readonly subjects: readonly EntryId[]
  readonly detail: Readonly<Record<string, unknown>>
}

export interface ReviewAnswer {
  readonly items: readonly ReviewItem[]
  readonly total: number
  /** Texts that no comparison has seen yet. */
  readonly uncompared: number
}

export interface Anchor {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface PairAnswer {
  readonly verdict: string
  readonly reasons: readonly string[]
  readonly only_a: readonly Anchor[]
  readonly only_b: readonly Anchor[]
}

/** Of a change: the record that `undo` takes back. */
export interface ChangeAnswer {
  readonly plan_id: RecordId | null
  readonly operations: readonly LogOperation[]
}

export interface StatusAnswer {
  readonly project: string
  readonly name: string
  readonly branch: string | null
  readonly entries: number
  readonly visible: number
  readonly records: number
  readonly issues: number
  readonly quarantined: number
  readonly outbox: number
}

export interface DoctorAnswer {
  readonly checked: number
  readonly errors: number
  readonly warnings: number
  readonly issues: readonly Issue[]
}

export interface AuditAnswer {
  readonly counts: Readonly<Record<string, number>>
  readonly tokens: {
    readonly all: number
    readonly visible: number
    readonly saved: number
    readonly index: number
  }
}

export type { EntryId, HiddenReason, Issue, RecordId, Severity }
