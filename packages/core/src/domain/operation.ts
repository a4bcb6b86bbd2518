import type { EntryFields, Flag, FlagKind, Source } from './entry.ts'
import type { EntryId, RecordId, VersionId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { JsonObject } from './json.ts'
import type { Judgement } from './judgement.ts'
import type { LearningStatus, Rating } from './learning.ts'
import type { LineageEdge, LineageKind } from './lineage.ts'
import type { Link } from './link.ts'
import type { SessionId, SessionMark } from './session.ts'

/** The fields a revision sets as a whole; tags are a set and change one by one. */
export type RevisableFields = Omit<EntryFields, 'created' | 'tags'>

/** Field values of a revision; `null` unsets an optional field. */
export type FieldValues = { readonly [F in keyof RevisableFields]?: RevisableFields[F] | null }

/** Author and date that come back with what an undo restores. */
export interface Since {
  readonly by: string
  readonly at: Instant
}

export interface ReviseOperation {
  readonly op: 'entry.revise'
  readonly id: EntryId
  /** The versions it was made from: all that the writer knew. */
  readonly base: readonly VersionId[]
  readonly set: FieldValues
  /** The values that `set` replaces. */
  readonly was: FieldValues
  readonly tags_added?: readonly string[]
  readonly tags_removed?: readonly string[]
  /** The version whose text it replaces, where it changes the text. */
  readonly replaces?: VersionId
  /** Undo only: the version whose text comes back, with its date. */
  readonly restores?: VersionId
  /** The values follow from what the entry stands for, and are worked out anew when that changes. */
  readonly inherited?: true
}

export interface FlagOperation {
  readonly op: 'flag.set' | 'flag.clear'
  readonly id: EntryId
  readonly kind: FlagKind
  readonly reason: string
  readonly evidence?: JsonObject
  readonly since?: Since
  /** The open flag of this kind that it replaces or clears. */
  readonly was: Flag | null
}

export interface LineageOperation {
  readonly op: 'lineage.add' | 'lineage.remove'
  readonly kind: LineageKind
  readonly top: EntryId
  readonly under: EntryId
  readonly source_hash?: string
  readonly guard?: Judgement
  readonly since?: Since
  /** The edge that it replaces or removes. */
  readonly was: Omit<LineageEdge, 'kind' | 'top' | 'under'> | null
}

export interface SightOperation {
  readonly op: 'learning.sight'
  readonly id: EntryId
  readonly occasion: string
  readonly source: Source
  readonly rating?: Rating
  readonly since?: Since
  /** An undone sighting no longer counts. */
  readonly withdrawn?: true
}

/** A person's decision on how a learning stands; null takes it back. */
export interface OverrideOperation {
  readonly op: 'learning.override'
  readonly id: EntryId
  readonly status: LearningStatus | null
  readonly reason: string
  readonly since?: Since
  readonly was: { readonly status: LearningStatus; readonly reason: string } | null
}

/** What is said of a session: a tag, a summary, that it is left out or laid aside. Null takes it back. */
export interface SessionMarkOperation {
  readonly op: 'session.mark'
  readonly session: SessionId
  readonly mark: SessionMark['mark']
  /** The tag; else empty. */
  readonly name: string
  readonly value: JsonObject | null
  readonly was: JsonObject | null
}

/**
 * The closed union that a plan is made of. Each carries what its inverse needs, and none carries the
 * time or the author of the change: those are the record's.
 */
export type Operation =
  | { readonly op: 'entry.add'; readonly id: EntryId; readonly fields: EntryFields }
  | ReviseOperation
  | { readonly op: 'entry.retract'; readonly id: EntryId; readonly reason?: string }
  | { readonly op: 'entry.restore'; readonly id: EntryId }
  | { readonly op: 'link.add' | 'link.remove'; readonly link: Link }
  | LineageOperation
  | FlagOperation
  | SightOperation
  | {
      readonly op: 'review.resolve'
      readonly review: string
      readonly decision: JsonObject | null
      readonly was: JsonObject | null
    }
  | {
      readonly op: 'project.policy'
      readonly name: string
      readonly value: JsonObject | null
      readonly was: JsonObject | null
    }
  | OverrideOperation
  | SessionMarkOperation
  | {
      readonly op: 'purge'
      readonly id: EntryId
      /** Content hash of what was erased. */
      readonly hash: string
      readonly reason: string
    }

/** What is left of an operation whose text was purged: enough to check the record's hash. */
export interface ErasedOperation {
  readonly op: 'erased'
  readonly was: Operation['op']
  readonly id: EntryId
  readonly digest: string
}

/** An operation as a journal holds it. */
export type StoredOperation = Operation | ErasedOperation

/** An operation with the record that carries it. */
export interface Event {
  readonly record: RecordId
  readonly position: number
  readonly actor: string
  readonly operation: StoredOperation
}

/**
 * What an operation changes, as one key. Operations of one entity are folded together and those of
 * two never touch each other.
 */
export type EntityKey = string

export function entityOf(operation: StoredOperation): EntityKey {
  switch (operation.op) {
    case 'entry.add':
    case 'entry.revise':
    case 'entry.retract':
    case 'entry.restore':
    case 'flag.set':
    case 'flag.clear':
    case 'learning.sight':
    case 'learning.override':
    case 'purge':
    case 'erased':
      return entryEntity(operation.id)
    case 'link.add':
    case 'link.remove':
      return `link ${operation.link.from} ${operation.link.type} ${operation.link.to} ${operation.link.source}`
    case 'lineage.add':
    case 'lineage.remove':
      return `lineage ${operation.kind} ${operation.top} ${operation.under}`
    case 'review.resolve':
      return `review ${operation.review}`
    case 'project.policy':
      return `policy ${operation.name}`
    case 'session.mark':
      return `session ${operation.session} ${operation.mark} ${operation.name}`
    default:
      return operation satisfies never
  }
}

export function entryEntity(id: EntryId): EntityKey {
  return `entry ${id}`
}

/** The entries an operation speaks of: what it needs to exist, and what it is listed under in a log. */
export function entriesOf(operation: StoredOperation): readonly EntryId[] {
  switch (operation.op) {
    case 'link.add':
    case 'link.remove':
      return [operation.link.from, operation.link.to]
    case 'lineage.add':
    case 'lineage.remove':
      return [operation.top, operation.under]
    case 'review.resolve':
    case 'project.policy':
    case 'session.mark':
      return []
    default:
      return [operation.id]
  }
}
