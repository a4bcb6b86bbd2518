import { entryId, recordHeader, type StoreReader, VarveError } from '@varve/core'
import {
  type DecisionRequest,
  type OpenReviewItem,
  planDecision,
  type ReviewAction,
} from '@varve/core/review'
import { captureText } from './capture-text.ts'
import { commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { type Fields, flag, type InputOf, integer, positional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { PROPOSAL, settleWaiting } from './propose/waiting-items.ts'
import { reviewItems } from './review.ts'
import { shortRecordIdIn } from './short-id.ts'

const DAY = 86_400_000

const id = positional('The item: rv_ and its first four or more digits', 'rv_id')
const dryRun = flag('Say what would happen, and do nothing')

export const reviewAccept = defineOperation({
  name: 'review accept',
  summary: 'Do what a review item proposes',
  effect: 'writes',
  fields: { id, dryRun },
  examples: ['varve review accept rv_1f3a90c2d5e7', 'varve review accept rv_1f3a --dry-run'],
  run: (input, context) => decide(context, 'accept', input, () => ({ action: 'accept' })),
})

export const reviewReject = defineOperation({
  name: 'review reject',
  summary: 'Keep what a review item speaks of apart',
  effect: 'writes',
  fields: { id, dryRun },
  examples: ['varve review reject rv_1f3a90c2d5e7', 'varve review reject rv_1f3a --dry-run'],
  run: (input, context) => decide(context, 'reject', input, () => ({ action: 'reject' })),
})

export const reviewSupersede = defineOperation({
  name: 'review supersede',
  summary: 'Say which of the entries replaces the others',
  effect: 'writes',
  fields: { id, winner: text('The entry that holds', { value: 'id' }), dryRun },
  examples: [
    'varve review supersede rv_1f3a90c2d5e7 --winner 7c1d09aa',
    'varve review supersede rv_1f3a --winner 7c1d09aa --dry-run',
  ],
  run: (input, context) =>
    decide(context, 'supersede', input, (reader) => {
      if (input.winner === undefined)
        throw new VarveError('usage', 'review supersede needs --winner', {
          fix: [reviewSupersede.examples[0]],
        })
      return { action: 'supersede', winner: findEntry(reader, input.winner) }
    }),
})

export const reviewEdit = defineOperation({
  name: 'review edit',
  summary: 'Replace all entries of a review item by a text of yours',
  effect: 'writes',
  fields: { id, text: text('The text; - reads it from standard input'), dryRun },
  examples: [
    'varve review edit rv_1f3a90c2d5e7 --text "The API listens on port 3001"',
    'varve review edit rv_1f3a --text - < fact.txt',
  ],
  async run(input, context) {
    const content = input.text === '-' ? await context.readInput() : input.text
    return decide(context, 'edit', input, () => {
      if (content === undefined || content.trim() === '')
        throw new VarveError('usage', 'review edit needs --text', { fix: [reviewEdit.examples[0]] })
      return {
        action: 'edit',
        text: captureText(content, context),
        id: entryId(context.ids.uuid()),
        source: { kind: 'human', trust: 'user', agent: context.actor },
        now: context.clock.now(),
      }
    })
  },
})

export const reviewSnooze = defineOperation({
  name: 'review snooze',
  summary: 'Put a review item off',
  effect: 'writes',
  fields: { id, days: integer('For how many days (default 7)', { minimum: 1, maximum: 3650 }), dryRun },
  examples: ['varve review snooze rv_1f3a90c2d5e7 --days 30', 'varve review snooze rv_1f3a'],
  run: (input, context) =>
    decide(context, 'snooze', input, () => ({
      action: 'snooze',
      until: context.clock.now() + (input.days ?? 7) * DAY,
    })),
})

type DecisionInput = InputOf<Pick<{ id: typeof id; dryRun: typeof dryRun } & Fields, 'id' | 'dryRun'>>

async function decide(
  context: OperationContext,
  action: ReviewAction,
  input: DecisionInput,
  request: (reader: StoreReader) => DecisionRequest,
): Promise<OperationResult> {
  const item = findItem(await reviewItems(context), input.id)
  const planner =
    item.kind === PROPOSAL ? (await import('./propose/plan-waiting.ts')).planWaiting : planDecision
  const { plan, record } = commit(context, `review ${action}`, input.dryRun, (reader) => ({
    plan: planner(reader, item, request(reader), context),
    outcome: undefined,
  }))
  if (record !== undefined && item.kind === PROPOSAL) settleWaiting(context, item, action)
  const effects = plan.operations.length - 1
  const undo = record === undefined ? '' : ` (varve undo ${shortRecordIdIn(context.reading(), record.id)})`
  return {
    json: {
      id: item.id,
      action,
      plan_id: record?.id ?? null,
      operations: plan.operations,
      dry_run: input.dryRun,
    },
    human: `${input.dryRun ? 'Would ' : ''}${action} ${item.id}: ${effects} ${effects === 1 ? 'change' : 'changes'}${undo}\n`,
    records: `${recordHeader(`review.${action}`, { item: item.id, changes: effects, plan: record?.id })}\n`,
  }
}

const SHORTEST = 'rv_'.length + 4

function findItem(items: readonly OpenReviewItem[], typed: string): OpenReviewItem {
  const matches = typed.length < SHORTEST ? [] : items.filter((item) => item.id.startsWith(typed))
  const [first, ...others] = matches
  if (first === undefined)
    throw new VarveError('not_found', `no such review item: ${typed}`, {
      subjects: [typed],
      fix: ['varve review'],
    })
  if (others.length === 0) return first
  throw new VarveError('ambiguous_id', `${typed} could be ${matches.map((item) => item.id).join(', ')}`, {
    subjects: matches.map((item) => item.id),
    fix: ['varve review'],
  })
}
