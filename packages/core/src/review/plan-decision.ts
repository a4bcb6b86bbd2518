import type { ReviewItem } from '../compact/review-item.ts'
import type { Entry, Source } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LineageKind } from '../domain/lineage.ts'
import { entityOf, type LineageOperation, type Operation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import { revisionOf } from '../edit/plan-edit.ts'
import { lineageAddition, lineageRemoval } from '../edit/plan-lineage.ts'
import { planBase } from '../journal/apply-plan.ts'
import { inheritances } from '../journal/inherited-fields.ts'
import { judgePair } from '../near/judge-pair.ts'
import { strongestLast } from '../near/plan-safe-duplicates.ts'
import type { CompactionRow, StoreReader } from '../ports/store.ts'
import { type Decision, decisionJson } from './decision.ts'
import { textsOf } from './list-review.ts'

export type DecisionRequest =
  | { readonly action: 'accept' | 'reject' }
  | { readonly action: 'supersede'; readonly winner: EntryId }
  | {
      readonly action: 'edit'
      readonly text: string
      readonly id: EntryId
      readonly source: Source
      readonly now: Instant
    }
  | { readonly action: 'snooze'; readonly until: Instant }

/** The plan of a decision: what it does to the entries, and that it was made. One record, undoable. */
export function planDecision(reader: StoreReader, item: ReviewItem, request: DecisionRequest): Plan {
  const entries = item.subjects.flatMap((id) => reader.entry(id as EntryId) ?? []).sort(strongestLast)
  const rows = rowsOf(reader, item)
  const about = item.detail?.reason
  const decision: Decision = {
    action: request.action,
    texts: textsOf((id) => rows.get(id), item.subjects),
    ...(request.action === 'snooze' && { until: request.until }),
    ...(typeof about === 'string' && { about }),
  }
  const done = effects(reader, item, entries, request)
  const operations: readonly Operation[] = [
    ...done,
    ...inheritances(reader, done.filter(isLineage)),
    {
      op: 'review.resolve',
      review: item.id,
      decision: decisionJson(decision),
      was: reader.review(item.id) ?? null,
    },
  ]
  return {
    stage: 'edit',
    command: `review ${request.action} ${item.id}`,
    operations,
    base: planBase(reader, operations.map(entityOf)),
  }
}

function isLineage(operation: Operation): operation is LineageOperation {
  return operation.op === 'lineage.add' || operation.op === 'lineage.remove'
}

function rowsOf(reader: StoreReader, { subjects }: ReviewItem): ReadonlyMap<string, CompactionRow> {
  const rows = reader.compactionRows({ ids: subjects as readonly EntryId[] })
  return new Map([...rows].map((row) => [row.id, row]))
}

function effects(
  reader: StoreReader,
  item: ReviewItem,
  entries: readonly Entry[],
  request: DecisionRequest,
): readonly Operation[] {
  switch (request.action) {
    case 'snooze':
      return []
    case 'supersede':
      return item.kind === 'stale'
        ? replaceStale(reader, request.winner, entries)
        : supersede(reader, request.winner, entries)
    case 'edit':
      return replaceAll(reader, entries, request)
    case 'accept':
      return accept(reader, item, entries)
    case 'reject':
      return reject(reader, item, entries)
    default:
      return request satisfies never
  }
}

function accept(reader: StoreReader, item: ReviewItem, entries: readonly Entry[]): readonly Operation[] {
  const strongest = entries.at(-1)
  if (strongest === undefined) return []
  if (item.kind === 'stale') {
    const reason = String(item.detail?.reason ?? 'stale')
    return entries.map(({ id }) => ({ op: 'entry.retract', id, reason }))
  }
  if (item.kind === 'near_duplicate') {
    return entries.slice(0, -1).map((entry) => stated(reader, 'duplicates', strongest, entry))
  }
  if (item.kind === 'unverified') return entries.flatMap(vouchFor)
  if (item.kind === 'untrusted') {
    const top = entries.find((entry) => entry.id === item.detail?.top)
    const trusted = top && revisionOf(top, { set: { source: { ...top.source, trust: 'user' } } })
    return trusted ? [trusted] : []
  }
  return supersede(reader, shownOf(item) ?? strongest.id, entries)
}

function reject(reader: StoreReader, item: ReviewItem, entries: readonly Entry[]): readonly Operation[] {
  if (item.kind === 'contradiction') {
    // Two subjects after all: without the slot they share, both are shown.
    return entries.flatMap((entry) => revisionOf(entry, { set: { key: null } }) ?? [])
  }
  if (item.kind === 'stale') {
    return entries.flatMap(({ id, flags }) =>
      flags
        .filter(({ kind }) => kind === 'stale')
        .map((was): Operation => ({ op: 'flag.clear', id, kind: 'stale', reason: 'it still holds', was })),
    )
  }
  if (item.kind === 'unverified') {
    const reason = String(item.detail?.reason ?? 'untrusted')
    return entries.map(({ id }) => ({ op: 'entry.retract', id, reason }))
  }
  if (item.kind === 'untrusted') {
    const { top, under } = item.detail ?? {}
    const edges = reader.lineage({ top: top as EntryId, under: under as EntryId })
    return edges.map((edge) => lineageRemoval(reader, edge))
  }
  return []
}

/** A person has read it: it is what it says, and of a learning they answer for it from now on. */
function vouchFor(entry: Entry): readonly Operation[] {
  const { id, flags, learning } = entry
  const cleared = flags
    .filter(({ kind }) => kind === 'untrusted')
    .map((was): Operation => ({ op: 'flag.clear', id, kind: 'untrusted', reason: VOUCHED, was }))
  if (learning === undefined) {
    const revised = revisionOf(entry, { set: { source: { ...entry.source, trust: 'user' } } })
    return revised === undefined ? cleared : [...cleared, revised]
  }
  const was =
    learning.override === undefined
      ? null
      : { status: learning.override.status, reason: learning.override.reason }
  return [...cleared, { op: 'learning.override', id, status: 'promoted', reason: VOUCHED, was }]
}

const VOUCHED = 'accepted in review'

function shownOf(item: ReviewItem): EntryId | undefined {
  const winner = item.detail?.winner
  return item.subjects.find((id) => id === winner) as EntryId | undefined
}

function supersede(reader: StoreReader, winner: EntryId, entries: readonly Entry[]): readonly Operation[] {
  const top = entries.find((entry) => entry.id === winner)
  if (top === undefined) {
    const subjects = entries.map((entry) => entry.id)
    throw new VarveError('invalid_value', `${winner} is none of ${subjects.join(', ')}`, { subjects })
  }
  return entries.filter((entry) => entry !== top).map((entry) => stated(reader, 'supersedes', top, entry))
}

/** A person may know better than the guard: what that said stays beside what was decided. */
function stated(reader: StoreReader, kind: LineageKind, top: Entry, under: Entry): LineageOperation {
  const guard = judgePair(top, under)
  return lineageAddition(reader, { kind, top: top.id, under: under.id, guard })
}

/** What holds today takes the place of a stale entry: it is none of the item's own. */
function replaceStale(reader: StoreReader, winner: EntryId, entries: readonly Entry[]): readonly Operation[] {
  if (entries.some((entry) => entry.id === winner)) {
    throw new VarveError('invalid_value', `${winner} is the stale entry itself`, { subjects: [winner] })
  }
  return entries.map((entry) => lineageAddition(reader, { kind: 'supersedes', top: winner, under: entry.id }))
}

/** A text in a person's own words takes the place of all of them. */
function replaceAll(
  reader: StoreReader,
  entries: readonly Entry[],
  { id, text, source, now }: Extract<DecisionRequest, { action: 'edit' }>,
): readonly Operation[] {
  const model = entries.at(-1)
  if (model === undefined) return []
  const { category, confidence, scope, entity, key } = model
  return [
    {
      op: 'entry.add',
      id,
      fields: {
        content: text,
        type: 'fact',
        category,
        tags: sortedUnique(entries.flatMap((entry) => entry.tags)),
        refs: [],
        source,
        confidence,
        scope,
        created: now,
        ...(entity && { entity }),
        ...(key !== undefined && { key }),
      },
    },
    ...entries.map((entry) => lineageAddition(reader, { kind: 'supersedes', top: id, under: entry.id })),
  ]
}
