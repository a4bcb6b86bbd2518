import { assertedTo, confidenceRank, type Entry, type EntryFields, trustRank } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { canonicalJson } from '../domain/json.ts'
import { by, byText } from '../domain/order.ts'
import { normaliseSlot } from '../guard/normalise/normalise-slot.ts'

/** What is looked at of each entry that another is written from. */
export type Stated = EntryFields & Pick<Entry, 'recorded'>

export function leastTrust(entries: readonly Stated[]): EntryFields['source']['trust'] {
  return least(
    entries.map(({ source }) => source.trust),
    trustRank,
  )
}

export function leastConfidence(entries: readonly Stated[]): EntryFields['confidence'] {
  return least(
    entries.map(({ confidence }) => confidence),
    confidenceRank,
  )
}

function least<T>(values: readonly T[], rank: (value: T) => number): T {
  return values.reduce((lowest, value) => (rank(value) < rank(lowest) ? value : lowest))
}

/** Each once, by their form. */
export function uniqueRefs(entries: readonly Stated[]): EntryFields['refs'] {
  const refs = entries.flatMap((entry) => entry.refs)
  const byForm = new Map(refs.map((ref) => [canonicalJson({ ...ref }), ref]))
  return [...byForm].sort(by(([form]) => form, byText)).map(([, ref]) => ref)
}

/** An entry has one subject: one that is written from several is without. */
export function sharedKey(entries: readonly Stated[]): string | undefined {
  const given = entries.flatMap(({ key }) => key ?? [])
  return new Set(given.map(normaliseSlot)).size === 1 ? given[0] : undefined
}

/** From when to when they were stated: never fresher than the oldest and the newest of them. */
export function assertedSpan(entries: readonly Stated[]): { readonly from: Instant; readonly to: Instant } {
  return {
    from: Math.min(...entries.map((entry) => entry.asserted_from ?? assertedTo(entry))),
    to: Math.max(...entries.map(assertedTo)),
  }
}

/** When all of them hold. */
export function sharedValidity(
  entries: readonly Stated[],
): Partial<Pick<EntryFields, 'valid_from' | 'valid_to'>> {
  const starts = entries.flatMap(({ valid_from }) => valid_from ?? [])
  const ends = entries.flatMap(({ valid_to }) => valid_to ?? [])
  return {
    ...(starts.length > 0 && { valid_from: Math.max(...starts) }),
    ...(ends.length > 0 && { valid_to: Math.min(...ends) }),
  }
}
