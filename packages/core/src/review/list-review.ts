import { type Component, collectComponent, collectScopes } from '../compact/affected-rows.ts'
import { hidingReach } from '../compact/lineage/may-hide.ts'
import type { OpenView } from '../compact/open-view.ts'
import { resolveView } from '../compact/resolve-view.ts'
import { type ReviewItem, reviewItemId, reviewOrder } from '../compact/review-item.ts'
import { assertedTo } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { JsonObject } from '../domain/json.ts'
import { sortedUnique } from '../domain/order.ts'
import { findSeries } from '../near/one-list.ts'
import { relationOf } from '../near/relation.ts'
import type { CompactionRow, EntryView, NearPair, StoreReader } from '../ports/store.ts'
import { type Decision, readDecision } from './decision.ts'

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
 * ones too. Newest first.
 */
export function listReview(reader: StoreReader, request: ReviewRequest): readonly OpenReviewItem[] {
  const { view } = request
  const component = collectScopes(reader, view.scopes)
  const rows = new Map<string, CompactionRow>(component.rows.map((row) => [row.id, row]))
  const views = view.allViews()
  const lookup = { rowOf: (id: string) => rows.get(id), viewOf: (id: EntryId) => views.get(id) }
  return [...findReview(reader, component, lookup, request)].sort(reviewOrder)
}

/** How many wait for a person: counted up to `most`, so that a large memory is not read for a number. */
export function countOpenReview(reader: StoreReader, request: ReviewRequest, most: number): number {
  const { view } = request
  const lookup = { rowOf: rowLookup(reader, view), viewOf: view.viewOf }
  const component = collectComponent(reader, questionedEntries(reader, lookup.rowOf, view), view.scopes)
  let count = 0
  for (const item of findReview(reader, component, lookup, request)) {
    if (item.isOpen) count += 1
    if (count === most) break
  }
  return count
}

interface Lookup {
  readonly rowOf: (id: string) => CompactionRow | undefined
  readonly viewOf: (id: EntryId) => EntryView | undefined
}

function* findReview(
  reader: StoreReader,
  { rows, edges, known }: Component,
  lookup: Lookup,
  request: ReviewRequest,
): Generator<OpenReviewItem> {
  const decisions = new Map(reader.reviews().map(({ id, decision }) => [id, decision]))
  const decided = (item: ReviewItem): OpenReviewItem => {
    const decision = decisions.get(item.id)
    return { ...item, decision, isOpen: isOpen(item, readDecision(decision), lookup, request.now) }
  }
  for (const item of resolveView(rows, edges, known).review) yield decided(item)
  for (const item of nearItems(reader, lookup, request)) yield decided(item)
  for (const item of staleItems(request.view)) yield decided(item)
  for (const item of unverifiedItems(request.view)) yield decided(item)
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

function rowLookup(reader: StoreReader, { scopes }: OpenView): Lookup['rowOf'] {
  const rows = new Map<string, CompactionRow | undefined>()
  return (id) => {
    if (!rows.has(id)) {
      const [row] = reader.compactionRows({ ids: [id as EntryId], scopes })
      rows.set(id, row)
    }
    return rows.get(id)
  }
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
  { rowOf, viewOf }: Lookup,
  { withSafeDuplicates }: ReviewRequest,
): Generator<ReviewItem> {
  const joined = new Set(
    reader.lineage({}).flatMap(({ top, under }) => [`${top} ${under}`, `${under} ${top}`]),
  )
  const pairs = [...reader.nearPairs({})]
  const series = findSeries(pairs, reader)
  for (const pair of pairs) {
    if (joined.has(`${pair.a} ${pair.b}`) || series.has(pair)) continue
    const [a, b] = [rowOf(pair.a), rowOf(pair.b)]
    const isShown = (row: CompactionRow | undefined) =>
      row !== undefined && viewOf(row.id)?.hidden === undefined
    if (!a || !b || !isShown(a) || !isShown(b)) continue
    const kind = kindOf(reader, pair, withSafeDuplicates)
    if (kind !== undefined) yield itemOf(pair, kind, Math.max(a.at, b.at))
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

function kindOf(reader: StoreReader, pair: NearPair, withSafeDuplicates: boolean): string | undefined {
  if (pair.verdict === 'duplicate-safe' && !withSafeDuplicates) return undefined
  const relation = relationOf(pair, reader)
  return relation === 'related' ? undefined : relation
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
