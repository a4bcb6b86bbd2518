import {
  by,
  byNumber,
  byText,
  type Entry,
  type EntryId,
  formatDate,
  inOrder,
  recordHeader,
  recordLine,
  type StoreReader,
} from '@varve/core'
import {
  beginJudging,
  countOpenReview,
  endJudging,
  type JudgedPairs,
  type Judging,
  judgePairs,
  judgeSome,
  listReview,
  type OpenReviewItem,
} from '@varve/core/review'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { compareTexts } from './compare-texts.ts'
import type { OperationContext } from './context.ts'
import { flag, integer, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { waitingItems } from './propose/waiting-items.ts'
import { shortIdIn } from './short-id.ts'

const DEFAULT_LIMIT = 20

/** `varve review`: what only a person can settle. */
export const review = defineOperation({
  name: 'review',
  summary: 'List what only a person can settle',
  effect: 'reads',
  fields: {
    kind: text('Only this kind: near_duplicate, contradiction, contradiction_hint, reasserted, …', {
      value: 'kind',
    }),
    all: flag('Snoozed and settled ones too'),
    limit: integer(`How many (default ${DEFAULT_LIMIT})`, { minimum: 1 }),
    offset: integer('How many to pass over'),
    asCompared: flag('Without comparing texts that no comparison has seen yet'),
  },
  examples: ['varve review', 'varve review --kind contradiction_hint --json'],
  async run({ kind, all, limit = DEFAULT_LIMIT, offset = 0, asCompared }, context) {
    if (!asCompared) compareTexts(context)
    const reader = context.reading()
    const items = (await reviewItems(context)).filter(
      (item) => (all || item.isOpen) && (kind === undefined || item.kind === kind),
    )
    const shown = items.slice(offset, offset + limit)
    const open = items.filter((item) => item.isOpen).length
    return {
      json: { items: shown.map(itemJson), total: items.length, uncompared: [...reader.uncompared()].length },
      human: `${[...shown.flatMap((item) => itemLines(item, reader)), ...moreLine(items.length - offset - shown.length, offset + shown.length), `${open} open`].join('\n')}\n`,
      records: `${[
        recordHeader('review', { open }),
        ...shown.map((item) =>
          recordLine('D', ['item', item.id, item.kind], { subjects: item.subjects.join(',') }),
        ),
      ].join('\n')}\n`,
    }
  },
})

/** Every review item as this branch sees it, settled ones too. */
export async function reviewItems(context: OperationContext): Promise<readonly OpenReviewItem[]> {
  const judged = await judgedPairs(context)
  return reviewItemsIn(context.reading(), context, judged)
}

/**
 * Judging all pairs of a large memory takes seconds: others have their turn between steps, and who has it open
 * for long does it once. By the place, which is the memory’s own: the first write may open another connection.
 */
const KEPT = new WeakMap<OperationContext['place'], JudgedPairs>()
/** What whoever asks next goes on with, also where nobody waits for it any more. */
const UNDER_WAY = new WeakMap<OperationContext['place'], Judging>()

async function judgedPairs(context: OperationContext): Promise<JudgedPairs> {
  const { place } = context
  while (!judgeStep(context)) await context.pause(0)
  // What was written between the steps is little.
  const reader = context.reading()
  const judged = judgePairs(reader, viewFor(context, reader), KEPT.get(place))
  KEPT.set(place, judged)
  return judged
}

/** Whether it was the last one. */
function judgeStep(context: OperationContext): boolean {
  const { place } = context
  const reader = context.reading()
  const view = viewFor(context, reader)
  const before = KEPT.get(place)
  const judging = judgeSome(reader, view, UNDER_WAY.get(place) ?? beginJudging(reader, view, before))
  if (judging.waiting.length > 0) {
    UNDER_WAY.set(place, judging)
    return false
  }
  UNDER_WAY.delete(place)
  KEPT.set(place, endJudging(judging, before))
  return true
}

/** The same, of what a transaction sees: nothing of it is kept, since it may be rolled back. */
export function reviewItemsIn(
  reader: StoreReader,
  context: OperationContext,
  judged?: JudgedPairs,
): readonly OpenReviewItem[] {
  return [...waitingItems(reader, context), ...listReview(reader, requestOf(context, reader), judged)]
}

/** How many review items are open, up to `most`. */
export function openReviewCount(context: OperationContext, most: number): number {
  const reader = context.reading()
  const waiting = waitingItems(reader, context).filter(({ isOpen }) => isOpen).length
  return Math.min(most, waiting + countOpenReview(reader, requestOf(context, reader), most))
}

function requestOf(context: OperationContext, reader: StoreReader): Parameters<typeof listReview>[1] {
  return {
    view: viewFor(context, reader),
    now: context.clock.now(),
    withSafeDuplicates: context.config.memory.compaction.safeDuplicates === 'review',
  }
}

function itemJson({ id, kind, subjects, detail, decision, isOpen }: OpenReviewItem): object {
  const until = decision?.until
  return {
    id,
    kind,
    subjects,
    detail: detail ?? {},
    actions: ['accept', 'reject', 'supersede', 'edit', 'snooze'],
    open: isOpen,
    decision: decision ?? null,
    snoozed_until: typeof until === 'number' ? new Date(until).toISOString() : null,
  }
}

const SHOWN_TEXT = 96

const newestFirst = inOrder<Entry>(
  by((entry) => -entry.created, byNumber),
  by((entry) => entry.id, byText),
)

function itemLines(item: OpenReviewItem, reader: StoreReader): readonly string[] {
  const reasons = item.detail?.reasons
  const why = Array.isArray(reasons) && reasons.length > 0 ? `  (${reasons.join(', ')})` : ''
  const state = item.isOpen ? '' : `  [${String(item.decision?.action)}]`
  const entries = item.subjects.flatMap((id) => reader.entry(id as EntryId) ?? []).sort(newestFirst)
  const short = ({ id }: Entry): string => shortIdIn(reader, id)
  const proposed = item.kind === 'proposal' ? [`  + ${clipLine(String(item.detail?.text), SHOWN_TEXT)}`] : []
  return [
    `${item.id} ${item.kind}  ${entries.map(short).join(', ')}${why}${state}`,
    ...entries.map(
      (entry) => `  ${short(entry)} ${formatDate(entry.created)} ${clipLine(entry.content, SHOWN_TEXT)}`,
    ),
    ...proposed,
    `  varve review accept ${item.id} | varve review reject ${item.id}`,
  ]
}

function moreLine(more: number, offset: number): readonly string[] {
  return more > 0 ? [`… and ${more} more: varve review --offset ${offset}`] : []
}
