import type { Component } from '../compact/affected-rows.ts'
import type { OpenView } from '../compact/open-view.ts'
import { resolveView } from '../compact/resolve-view.ts'
import { type ReviewItem, reviewItemId, reviewOrder } from '../compact/review-item.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { JsonObject } from '../domain/json.ts'
import { sortedUnique } from '../domain/order.ts'
import { relationOf } from '../near/relation.ts'
import type { CompactionRow, NearPair, StoreReader } from '../ports/store.ts'
import { type Decision, readDecision } from './decision.ts'

export interface ReviewRequest {
  /** All that stage 1 looks at. */
  readonly component: Component
  readonly view: Pick<OpenView, 'allViews'>
  readonly now: Instant
  /** Safe duplicates too: where the project wants to be asked about them. */
  readonly withSafeDuplicates: boolean
  /** Snoozed and settled ones too. */
  readonly all: boolean
}

export interface OpenReviewItem extends ReviewItem {
  readonly decision: JsonObject | undefined
  readonly isOpen: boolean
}

/** What only a person can settle: from stage 1, and from the comparison of texts. Newest first. */
export function listReview(reader: StoreReader, request: ReviewRequest): readonly OpenReviewItem[] {
  const { rows, edges, known } = request.component
  const rowOf = new Map<string, CompactionRow>(rows.map((row) => [row.id, row]))
  const decisions = new Map(reader.reviews().map(({ id, decision }) => [id, decision]))
  return [...resolveView(rows, edges, known).review, ...nearItems(reader, rowOf, request)]
    .sort(reviewOrder)
    .map((item) => {
      const decision = decisions.get(item.id)
      return { ...item, decision, isOpen: isOpen(item, readDecision(decision), rowOf, request.now) }
    })
    .filter((item) => request.all || item.isOpen)
}

function isOpen(
  { subjects }: ReviewItem,
  decision: Decision | undefined,
  rowOf: ReadonlyMap<string, CompactionRow>,
  now: Instant,
): boolean {
  if (decision === undefined) return true
  if (decision.action === 'snooze') return (decision.until ?? 0) <= now
  // A decision is about texts: where one of them has changed, it is to be made again.
  return decision.texts !== undefined && decision.texts.join() !== textsOf(rowOf, subjects).join()
}

/** Content hashes of what an item is about. */
export function textsOf(
  rowOf: ReadonlyMap<string, CompactionRow>,
  subjects: readonly string[],
): readonly string[] {
  return subjects.map((id) => rowOf.get(id)?.content_hash ?? '')
}

function nearItems(
  reader: StoreReader,
  rowOf: ReadonlyMap<string, CompactionRow>,
  { component, view, withSafeDuplicates }: ReviewRequest,
): readonly ReviewItem[] {
  const pairs = reader.nearPairs()
  if (pairs.length === 0) return []
  const views = view.allViews()
  const isShown = (id: EntryId): boolean => rowOf.has(id) && views.get(id)?.hidden === undefined
  const joined = new Set(component.edges.flatMap(({ top, under }) => [`${top} ${under}`, `${under} ${top}`]))
  return pairs
    .filter(({ a, b }) => isShown(a) && isShown(b) && !joined.has(`${a} ${b}`))
    .flatMap((pair) => {
      const kind = kindOf(pair, withSafeDuplicates)
      return kind === undefined ? [] : [itemOf(rowOf, pair, kind)]
    })
}

function kindOf(pair: NearPair, withSafeDuplicates: boolean): string | undefined {
  if (pair.verdict === 'duplicate-safe' && !withSafeDuplicates) return undefined
  const relation = relationOf(pair)
  return relation === 'related' ? undefined : relation
}

function itemOf(rowOf: ReadonlyMap<string, CompactionRow>, pair: NearPair, kind: string): ReviewItem {
  const subjects = sortedUnique([pair.a, pair.b])
  return {
    id: reviewItemId(kind, subjects),
    kind,
    subjects,
    at: Math.max(...subjects.map((id) => rowOf.get(id)?.at ?? 0)),
    detail: { score: Math.round(pair.score * 100) / 100, reasons: pair.reasons, flags: pair.flags },
  }
}
