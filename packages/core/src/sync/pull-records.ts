import { clockOf } from '../domain/clock.ts'
import type { EntryId, RecordId } from '../domain/ids.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import type { JournalRecord } from '../domain/record.ts'
import { applyRecord } from '../journal/apply-record.ts'
import type { CarriedRecord, Carrier, CarrierPage } from '../ports/carrier.ts'
import type { Store, StoreWriter } from '../ports/store.ts'
import { proveCarried } from './prove-record.ts'

/** A record dated further ahead than this is told of, and folded as dated, so that replicas agree. */
const SKEW_MS = 5 * 60 * 1000

export interface Pulled {
  /** Places in the carrier's journal: where the pull began, and how far it came. */
  readonly from: number
  readonly to: number
  /** Records that were new here, in the order in which they came. */
  readonly taken: readonly JournalRecord[]
  /** Entries that the records that were read purge. */
  readonly purged: readonly EntryId[]
  /** How many didn't prove whole. */
  readonly quarantined: number
  readonly issues: readonly Issue[]
}

export interface PullOptions {
  readonly now: Instant
  /** Read all of the carrier's journal again. */
  readonly full?: boolean
}

/**
 * Takes in what a carrier has and the replica lacks, a page a transaction together with how far it came:
 * so a pull that ends anywhere goes on from there, and what wasn't sent is never taken for deleted.
 */
export async function pullRecords(store: Store, carrier: Carrier, options: PullOptions): Promise<Pulled> {
  if (options.full === true && carrier.isNumbered) await beginAnew(store, carrier)
  const from = store.remote(carrier.remote)?.cursor ?? 0
  let to = from
  const taken: JournalRecord[] = []
  const purged = new Set<EntryId>()
  const issues: Issue[] = []
  let quarantined = 0
  for await (const page of carrier.incoming(store)) {
    const sorted = sortPage(page, store.project, carrier.shown)
    issues.push(...page.issues, ...sorted.issues)
    const broken = takeIn(store, carrier, sorted, taken)
    issues.push(...broken)
    quarantined += page.issues.length + sorted.issues.length + broken.length
    for (const { record } of sorted.records) {
      for (const operation of record.operations) if (operation.op === 'purge') purged.add(operation.id)
      if (clockOf(record.id).wall > options.now + SKEW_MS) issues.push(futureDated(record))
    }
    to = sorted.cursor ?? to
    if (sorted.newer !== undefined) {
      issues.push(upgradeRequired(sorted.newer, carrier.shown))
      break
    }
  }
  return { from, to, taken, purged: [...purged], quarantined, issues }
}

/** Of a server that answers, nothing is known any more: not even that it has what it once had. */
async function beginAnew(store: Store, carrier: Carrier): Promise<void> {
  await carrier.head()
  store.transact('knowledge pull', (writer) => writer.forgetRemote(carrier.remote))
}

interface SortedPage {
  readonly records: readonly { readonly at: number | string; readonly record: JournalRecord }[]
  /** Of what didn't prove whole, too: a record that is here needn't be sent there again. */
  readonly marks: ReadonlyMap<RecordId, number>
  readonly issues: readonly Issue[]
  /** The first that this program can't fold. Nothing behind it counts yet. */
  readonly newer?: CarriedRecord
  readonly cursor?: number
}

function sortPage(page: CarrierPage, project: string, shown: string): SortedPage {
  const records: SortedPage['records'][number][] = []
  const marks = new Map<RecordId, number>()
  const issues: Issue[] = []
  for (const carried of page.records) {
    const { at, id } = carried
    const proven = proveCarried(carried, project, shown)
    if (proven.kind === 'newer') {
      const stopped = { records, marks, issues, newer: carried }
      return typeof at === 'number' ? { ...stopped, cursor: at - 1 } : stopped
    }
    if (typeof at === 'number') marks.set(id as RecordId, at)
    if (proven.kind === 'record') records.push({ at, record: proven.record })
    else issues.push(proven.issue)
  }
  return { records, marks, issues, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) }
}

/** One transaction a page; where a record is whole and yet nothing to fold, one a record, so that it alone is left out. */
function takeIn(
  store: Store,
  carrier: Carrier,
  { records, marks, cursor }: SortedPage,
  taken: JournalRecord[],
): readonly Issue[] {
  const note = (writer: StoreWriter): void => {
    if (cursor === undefined) return
    writer.putCarried(carrier.remote, marks)
    const moment = writer.remote(carrier.remote)?.moment
    writer.putRemote(carrier.remote, { cursor, ...(moment === undefined ? {} : { moment }) })
  }
  try {
    const fresh = store.transact('knowledge pull', (writer) => {
      const applied = records.filter(({ record }) => applyRecord(writer, record))
      note(writer)
      return applied
    })
    taken.push(...fresh.map(({ record }) => record))
    return []
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
  }
  const issues: Issue[] = []
  for (const { at, record } of records) {
    try {
      if (store.transact('knowledge pull', (writer) => applyRecord(writer, record))) taken.push(record)
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error
      issues.push(unfoldable(record, at, carrier.shown))
    }
  }
  store.transact('knowledge pull', note)
  return issues
}

function unfoldable({ id, actor }: JournalRecord, at: number | string, shown: string): Issue {
  return {
    code: 'journal_corrupt',
    severity: 'error',
    subjects: [id],
    message: `record ${at} by ${actor} in ${shown} says what no program could have written; it was left out`,
    detail: { seq: at, author: actor, reason: 'no_record' },
    fix: ['varve knowledge pull --full'],
  }
}

function upgradeRequired({ at, id }: CarriedRecord, shown: string): Issue {
  return {
    code: 'upgrade_required',
    severity: 'error',
    subjects: [id],
    message: `record ${at} in ${shown} was written by a newer Varve; nothing from there on was taken in`,
    fix: ['npm install --global varve@latest', 'varve knowledge pull'],
  }
}

function futureDated({ id, actor }: JournalRecord): Issue {
  const { wall } = clockOf(id)
  const dated = wall <= 8.64e15 ? formatInstant(wall) : 'no time at all'
  return {
    code: 'future_dated',
    severity: 'warning',
    subjects: [id],
    message: `${id} by ${actor} is dated ${dated}: a clock is wrong; it counts as dated, here as everywhere`,
    fix: [`varve log ${id}`],
  }
}
