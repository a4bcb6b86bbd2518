import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { canonicalJson } from '../domain/json.ts'
import { sortedUnique } from '../domain/order.ts'

/** What was rejected, by the guard or by a person; or a question that got no answer that could be read. */
export interface RejectedProposal {
  readonly at: Instant
  readonly prompt: string
  readonly model: string
  /** Names the set of statements; empty where no set came to it. */
  readonly name: string
  readonly sources: readonly EntryId[]
  readonly codes: readonly string[]
  readonly detail: string
}

/** What waits for a person. */
export interface WaitingProposal {
  readonly at: Instant
  readonly prompt: string
  readonly model: string
  readonly name: string
  readonly id: EntryId
  readonly sources: readonly EntryId[]
  /** Of the texts of the sources, as the model was shown them. */
  readonly hashes: readonly string[]
  readonly text: string
  readonly codes: readonly string[]
  readonly detail: string
}

/** What was applied: by the guard's word, or by a person's. */
export interface AcceptedProposal {
  readonly at: Instant
  readonly prompt: string
  readonly model: string
  /** What stands for the sources since. */
  readonly id: EntryId
  readonly sources: readonly EntryId[]
}

/** Prose for lines of a category, for as long as its key matches what the index would list; '': none passed. */
export interface Narrative {
  readonly category: string
  readonly key: string
  /** What the lines are of. */
  readonly sources: readonly EntryId[]
  readonly text: string
}

/**
 * What stage 2 remembers between runs, on this machine alone: it can be thrown away, and then it is asked
 * again. Names are hashes; the texts in it go with a purge.
 */
export interface Ledger {
  /** Pairs and clusters that were asked about, by name. Sorted. */
  readonly decided: readonly string[]
  readonly rejected: readonly RejectedProposal[]
  readonly accepted: readonly AcceptedProposal[]
  readonly waiting: readonly WaitingProposal[]
  readonly narratives: readonly Narrative[]
  /** Answers of a run that has not come to its end. */
  readonly answers: readonly { readonly task: string; readonly text: string }[]
}

export const EMPTY_LEDGER: Ledger = {
  decided: [],
  rejected: [],
  accepted: [],
  waiting: [],
  narratives: [],
  answers: [],
}

/** More than these are told by nobody. */
const MOST_REJECTED = 1000

export function withRejected(ledger: Ledger, rejected: readonly RejectedProposal[]): Ledger {
  return { ...ledger, rejected: [...ledger.rejected, ...rejected].slice(-MOST_REJECTED) }
}

export function withAccepted(ledger: Ledger, accepted: readonly AcceptedProposal[]): Ledger {
  return { ...ledger, accepted: [...ledger.accepted, ...accepted].slice(-MOST_REJECTED) }
}

/**
 * What a run leaves that read `before` at its start: what it made of that, on top of what others have made
 * of it meanwhile, which is `now`. What they settled doesn't wait again; what they erased doesn't come back.
 */
export function afterOthers(made: Ledger, before: Ledger, now: Ledger, purged: readonly EntryId[]): Ledger {
  const left = new Set(now.waiting.map(({ id }) => id))
  const settled = new Set(before.waiting.map(({ id }) => id).filter((id) => !left.has(id)))
  const known = new Set(made.waiting.map(({ id }) => id))
  const told = new Set([...before.rejected, ...made.rejected].map((row) => canonicalJson(row)))
  const merged = {
    ...made,
    decided: sortedUnique([...made.decided, ...now.decided]),
    // Only what was applied is added, by whoever applied it.
    accepted: now.accepted,
    waiting: [
      ...made.waiting.filter(({ id }) => !settled.has(id)),
      ...now.waiting.filter(({ id }) => !known.has(id)),
    ],
  }
  const apart = now.rejected.filter((row) => !told.has(canonicalJson(row)))
  return purged.length === 0
    ? withRejected(merged, apart)
    : withoutEntries(withRejected(merged, apart), purged)
}

/** Without any text that was written from these entries. */
export function withoutEntries(ledger: Ledger, purged: readonly EntryId[]): Ledger {
  const isApart = ({ sources }: { readonly sources: readonly EntryId[] }) =>
    !sources.some((id) => purged.includes(id))
  return {
    ...ledger,
    rejected: ledger.rejected.filter(isApart),
    accepted: ledger.accepted.filter(isApart),
    waiting: ledger.waiting.filter(isApart),
    narratives: ledger.narratives.filter(isApart),
    // Which entries these are about is not kept.
    answers: [],
  }
}
