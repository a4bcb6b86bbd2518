import type { EntryId } from '../domain/ids.ts'
import { DAY_MS, type Instant } from '../domain/instant.ts'
import type { Access } from '../ports/store.ts'

/** How an entry was used, as heat counts it. */
export interface Usage {
  /** Uses of the last 30 and 90 days, and all. */
  readonly last30: number
  readonly last90: number
  readonly total: number
  /** Days since the last use, else since the entry was stated. */
  readonly idleDays: number
}

/** The instants of an entry's uses. */
export type UsesOf = (id: EntryId) => readonly Instant[]

/** Uses that warm, by entry; what a session edited isn't one. */
export function readUses(accesses: readonly Access[]): UsesOf {
  const uses = new Map<EntryId, Instant[]>()
  for (const { entry, at, kind } of accesses) {
    if (kind === 'edit') continue
    const known = uses.get(entry)
    if (known === undefined) uses.set(entry, [at])
    else known.push(at)
  }
  return (id) => uses.get(id) ?? []
}

/** Counts uses. One that a clock put into the future is of now. */
export function usageOf(uses: readonly Instant[], stated: Instant, now: Instant): Usage {
  const ages = uses.map((at) => daysBetween(at, now))
  const last = uses.length === 0 ? stated : Math.max(...uses)
  return {
    last30: ages.filter((age) => age < 30).length,
    last90: ages.filter((age) => age < 90).length,
    total: ages.length,
    idleDays: daysBetween(last, now),
  }
}

/** Days from one instant to a later one; 0 where it isn't later. */
export function daysBetween(from: Instant, to: Instant): number {
  return Math.max(0, (to - from) / DAY_MS)
}
