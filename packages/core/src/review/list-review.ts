import { collectComponent } from '../compact/affected-rows.ts'
import { hidingReach } from '../compact/lineage/may-hide.ts'
import type { OpenView } from '../compact/open-view.ts'
import { resolveView } from '../compact/resolve-view.ts'
import { type ReviewItem, reviewItemId, reviewOrder } from '../compact/review-item.ts'
import { assertedTo } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { JsonObject } from '../domain/json.ts'
import { sortedUnique } from '../domain/order.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'
import { type Decision, readDecision } from './decision.ts'
import { type JudgedPairs, judgeOneByOne, judgePairs, type PairJudgements } from './judge-pairs.ts'
import { type Lookup, lookupOf } from './lookup.ts'

export interface ReviewRequest {
  readonly view: OpenView
  readonly now: Instant
  /** Safe duplicates too: where the project wants to be asked about them. */
  readonly withSafeDuplicates: boolean
}

export interface OpenReviewItem extends ReviewItem {
  readonly decision: JsonObject | undefined
  readonly isOpen: boolean
}

/**
 * What only a person can settle: from stage 1, and from the comparison of texts; snoozed and settled
 * ones too. Newest first. `judged` may be what was kept of pairs, as `judgePairs` brought it up to date.
 */
export function listReview(
  reader: StoreReader,
  request: ReviewRequest,
  judged: JudgedPairs = judgePairs(reader, request.view),
): readonly OpenReviewItem[] {
  return [...findReview(reader, () => judged, lookupOf(reader, request.view), request)].sort(reviewOrder)
}

/** How many wait for a person: counted up to `most`, so that a large memory is not read for a number. */
export function countOpenReview(reader: StoreReader, request: ReviewRequest, most: number): number {
  const lookup = lookupOf(reader, request.view)
  let count = 0
  for (const item of findReview(reader, () => judgeOneByOne(reader, lookup), lookup, request)) {
    if (item.isOpen) count += 1
    if (count === most) break
  }
  return count
}

function* findReview(
  reader: StoreReader,
  pairs: () => PairJudgements,
  lookup: Lookup,
  request: ReviewRequest,
): Generator<OpenReviewItem> {
  const decisions = new Map(reader.reviews().map(({ id, decision }) => [id, decision]))
  const decided = (item: ReviewItem): OpenReviewItem => {
    const decision = decisions.get(item.id)
    return { ...item, decision, isOpen: isOpen(item, readDecision(decision), lookup, request.now) }
  }
  const { view } = request
  const { rows, edges, known } = collectComponent(
    reader,
    questionedEntries(reader, lookup.rowOf, view),
    view.scopes,
  )
  for (const item of resolveView(rows, edges, known).review) yield decided(item)
  for (const item of nearItems(reader, pairs(), request)) yield decided(item)
  for (const item of staleItems(view)) yield decided(item)
  for (const item of unverifiedItems(view)) yield decided(item)
}

/**
 * Entries without which stage 1 has no question: those that an issue names, and those that text of
 * low trust would hide.
 */
function questionedEntries(
  reader: StoreReader,
  rowOf: Lookup['rowOf'],
  view: OpenView,
): ReadonlySet<EntryId> {
  const seeds = new Set<EntryId>()
  for (const { subjects } of view.issues()) {
    for (const subject of subjects) {
      const row = rowOf(subject)
      if (row) seeds.add(row.id)
    }
  }
  for (const { top } of reader.lineage({})) {
    const trust = rowOf(top)?.trust
    if (trust !== undefined && hidingReach(trust) !== Number.POSITIVE_INFINITY) seeds.add(top)
  }
  return seeds
}

function isOpen(
  { subjects, detail }: ReviewItem,
  decision: Decision | undefined,
  { rowOf }: Lookup,
  now: Instant,
): boolean {
  if (decision === undefined) return true
  if (decision.action === 'snooze') return (decision.until ?? 0) <= now
  if (decision.about !== undefined && decision.about !== detail?.reason) return true
  // A decision is about texts: where one of them has changed, it is to be made again.
  return decision.texts !== undefined && decision.texts.join() !== textsOf(rowOf, subjects).join()
}

/** Content hashes of what an item is about. */
export function textsOf(rowOf: Lookup['rowOf'], subjects: readonly string[]): readonly string[] {
  return subjects.map((id) => rowOf(id)?.content_hash ?? '')
}

function* nearItems(
  reader: StoreReader,
  { pairs, series, toldOf }: PairJudgements,
  { withSafeDuplicates }: ReviewRequest,
): Generator<ReviewItem> {
  const joined = new Set(
    reader.lineage({}).flatMap(({ top, under }) => [`${top} ${under}`, `${under} ${top}`]),
  )
  for (const pair of pairs) {
    if (joined.has(`${pair.a} ${pair.b}`) || series.has(pair)) continue
    if (pair.verdict === 'duplicate-safe' && !withSafeDuplicates) continue
    const told = toldOf(pair)
    if (told !== undefined && told.relation !== 'related') yield itemOf(pair, told.relation, told.at)
  }
}

/** Shown entries that no longer fit the project: a flag is there until someone settles it. */
function* staleItems(view: OpenView): Generator<ReviewItem> {
  for (const entry of view.entries({ visibility: 'heads', flag: 'stale' })) {
    const flag = entry.flags.find(({ kind }) => kind === 'stale')
    if (flag === undefined) continue
    const { reason, evidence } = flag
    yield {
      id: reviewItemId('stale', [entry.id]),
      kind: 'stale',
      subjects: [entry.id],
      at: assertedTo(entry),
      detail: { reason, ...(evidence && { evidence }) },
    }
  }
}

function itemOf(pair: NearPair, kind: string, at: Instant): ReviewItem {
  const subjects = sortedUnique([pair.a, pair.b])
  return {
    id: reviewItemId(kind, subjects),
    kind,
    subjects,
    at,
    detail: { score: Math.round(pair.score * 100) / 100, reasons: pair.reasons, flags: pair.flags },
  }
}

const URL = /https?:\/\/[^\s<>"'`)]+/g
const CODE_SPAN = /`([^`]+)`/g

/** Texts that are set apart because they would do harm if they were followed: with what they name to run or to reach. */
function* unverifiedItems(view: OpenView): Generator<ReviewItem> {
  for (const entry of view.entries({ visibility: 'heads', flag: 'untrusted' })) {
    const flag = entry.flags.find(({ kind }) => kind === 'untrusted')
    if (flag === undefined) continue
    const commands = [...entry.content.matchAll(CODE_SPAN)].map(([, code = '']) => code)
    yield {
      id: reviewItemId('unverified', [entry.id]),
      kind: 'unverified',
      subjects: [entry.id],
      at: assertedTo(entry),
      detail: { reason: flag.reason, urls: entry.content.match(URL) ?? [], commands },
    }
  }
}
