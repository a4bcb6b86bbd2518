import type { EntryId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { Carrier, Patience } from '../ports/carrier.ts'
import type { Store } from '../ports/store.ts'
import { erasePurged } from './erase-purged.ts'
import { type Pulled, pullRecords } from './pull-records.ts'
import { pushRecords } from './push-records.ts'

export type Direction = 'pull' | 'push' | 'both'

export interface Exchanged {
  readonly from: number
  readonly to: number
  readonly pushed: number
  readonly quarantined: number
  readonly taken: readonly JournalRecord[]
  readonly purged: readonly EntryId[]
  readonly issues: readonly Issue[]
}

export interface ExchangeOptions extends Patience {
  /** Read all of a server's journal again, give it what it no longer has, and make its projection right. */
  readonly full?: boolean
  /** Told of each pull once it is in the store, whatever comes after. */
  readonly onPulled?: (pulled: Pulled) => void
}

/** Exchanges records with one carrier: what it has is taken in, what it lacks is given out. */
export async function exchangeRecords(
  store: Store,
  carrier: Carrier,
  direction: Direction,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const before = store.remote(carrier.remote)?.cursor ?? 0
  const first =
    direction === 'pull' || options.full === true
      ? [await pullRecords(store, carrier, { now: options.now(), full: options.full ?? false })]
      : []
  for (const pulled of first) options.onPulled?.(pulled)
  const pushed = direction === 'pull' ? undefined : await pushRecords(store, carrier, options)
  const pulls: readonly Pulled[] = [...first, ...(pushed?.pulls ?? [])]
  const purged = [...new Set([...pulls.flatMap((pull) => pull.purged), ...purgedIn(pushed?.records ?? [])])]
  const pending = await erasePurged(store, carrier, purged)
  return {
    from: before,
    to: store.remote(carrier.remote)?.cursor ?? pulls.at(-1)?.to ?? 0,
    pushed: pushed?.pushed ?? 0,
    quarantined: pulls.reduce((sum, pull) => sum + pull.quarantined, 0),
    taken: pulls.flatMap((pull) => pull.taken),
    purged,
    issues: [...pulls.flatMap((pull) => pull.issues), ...(pushed?.issues ?? []), ...pending],
  }
}

function purgedIn(records: readonly JournalRecord[]): readonly EntryId[] {
  return records.flatMap(({ operations }) =>
    operations.flatMap((each) => (each.op === 'purge' ? [each.id] : [])),
  )
}
