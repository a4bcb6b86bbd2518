import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'

/** How an entry was asked for. An edit tells which session works on what, and warms nothing. */
export const ACCESS_KINDS = ['show', 'search', 'recall', 'cite', 'edit'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** One use of an entry. The same use counts once in a session and a day. */
export interface Access {
  readonly entry: EntryId
  /** The first of that session and day. */
  readonly at: Instant
  /** Empty where it was no session's. */
  readonly session: string
  readonly kind: AccessKind
}

/** By entry, then time, session and kind. */
export const accessOrder = inOrder<Access>(
  by((access) => access.entry, byText),
  by((access) => access.at, byNumber),
  by((access) => access.session, byText),
  by((access) => access.kind, byText),
)

/** Which entries were used. Local: no part of the journal, and never synced. */
export interface AccessReads {
  accesses(query?: { readonly entry?: EntryId }): readonly Access[]
}

/** Append-only: a use that is known already changes nothing. */
export interface AccessWrites {
  putAccesses(accesses: readonly Access[]): void
}
