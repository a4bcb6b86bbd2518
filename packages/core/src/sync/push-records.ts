import { VarveError } from '../domain/errors.ts'
import type { RecordId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { Carrier, NumberedRecord, Patience, ProjectionChange } from '../ports/carrier.ts'
import type { Moment, Store } from '../ports/store.ts'
import { type Batch, planBatches } from './plan-batches.ts'
import { NO_CHANGE, projectionChange } from './projection-change.ts'
import { type Pulled, pullRecords } from './pull-records.ts'
import { listWaiting, type WaitingRecords } from './waiting-records.ts'

const TRIES = 12
const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 2000

export interface Pushed {
  readonly pushed: number
  readonly head: number
  /** What every pull before a try took in. */
  readonly pulls: readonly Pulled[]
  /** The records that were pushed. */
  readonly records: readonly JournalRecord[]
  readonly issues: readonly Issue[]
}

export interface PushOptions extends Patience {
  /** Make the projection right though nothing waits. */
  readonly full?: boolean
  readonly onPulled?: (pulled: Pulled) => void
}

/**
 * Gives a carrier what it lacks: pulls to its head, works out what that makes of the projection, appends
 * behind the head, and begins again where somebody else was first. Records are never rewritten for it.
 */
export async function pushRecords(store: Store, carrier: Carrier, patience: PushOptions): Promise<Pushed> {
  const pulls: Pulled[] = []
  const sent: JournalRecord[] = []
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await patience.wait(delayMs(tries, patience.random()))
    const pulled = await pullRecords(store, carrier, { now: patience.now() })
    patience.onPulled?.(pulled)
    pulls.push(pulled)
    if (pulled.issues.some(({ code }) => code === 'upgrade_required')) {
      return { pushed: sent.length, head: pulled.to, pulls, records: sent, issues: [] }
    }
    const round = await pushRound(store, carrier, sent, patience.full ?? false)
    if (round !== undefined) {
      return { pushed: sent.length, head: round.head, pulls, records: sent, issues: round.issues }
    }
  }
  throw new VarveError('busy', `${carrier.shown} changed at each of ${TRIES} tries; nothing was lost`, {
    fix: ['varve knowledge push'],
  })
}

/** One try; undefined where somebody else was first. */
async function pushRound(
  store: Store,
  carrier: Carrier,
  sent: JournalRecord[],
  full: boolean,
): Promise<{ readonly head: number; readonly issues: readonly Issue[] } | undefined> {
  // Before the list is made: what another process writes meanwhile counts as changed the next time.
  const moment = store.moment()
  const state = store.remote(carrier.remote)
  const waiting = listWaiting(store, carrier)
  const { records, kept, issues } = waiting
  let head = state?.cursor ?? 0
  const batches = planBatches(records, await dueChange(store, carrier, waiting, full))
  for (const batch of batches) {
    const next = await appendBatch(carrier, head, batch)
    if (next === undefined) return undefined
    const numbered = batch.records.map((record, index) => ({ at: head + index + 1, record }))
    head = next
    if (carrier.isNumbered) noteCarried(store, carrier, numbered, head, state?.moment)
    sent.push(...batch.records)
  }
  if (carrier.isNumbered) {
    store.transact('knowledge push', (writer) => {
      writer.putCarried(carrier.remote, new Map(kept.map((id): [RecordId, number] => [id, 0])))
      // Where nothing was sent, the projection is as far behind as it was: a push that was cut off may have been ours.
      const asOf = batches.length > 0 ? moment : state?.moment
      writer.putRemote(carrier.remote, { cursor: head, ...(asOf === undefined ? {} : { moment: asOf }) })
    })
  }
  return { head, issues }
}

/** Who may not write has nothing to say, and nothing to mend. */
async function appendBatch(
  carrier: Carrier,
  head: number,
  { records, change }: Batch,
): Promise<number | undefined> {
  try {
    return await carrier.append(head, records, change)
  } catch (error) {
    if (records.length === 0 && VarveError.isInstance(error) && error.code === 'team_refused') return head
    throw error
  }
}

/** What only others did is in the projection already, unless all of it is in question. */
async function dueChange(
  store: Store,
  carrier: Carrier,
  { records, withheld }: WaitingRecords,
  full: boolean,
): Promise<ProjectionChange> {
  if (records.length === 0 && !full) return NO_CHANGE
  const since = full ? undefined : store.remote(carrier.remote)?.moment
  return projectionChange(store, carrier, since, withheld)
}

function noteCarried(
  store: Store,
  { remote }: Carrier,
  numbered: readonly NumberedRecord[],
  cursor: number,
  moment: Moment | undefined,
): void {
  store.transact('knowledge push', (writer) => {
    writer.putCarried(remote, new Map(numbered.map(({ at, record }) => [record.id, at])))
    writer.putRemote(remote, { cursor, ...(moment === undefined ? {} : { moment }) })
  })
}

/** Doubling, and never the same for two: whoever waited together would meet again. */
function delayMs(tries: number, random: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS) * (0.5 + random)
}
