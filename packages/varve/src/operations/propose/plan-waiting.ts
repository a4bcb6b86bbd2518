import { contentHash, type Operation, type Plan, planBase, type StoreReader, VarveError } from '@varve/core'
import { statementKey } from '@varve/core/guard'
import {
  type MergePlanRequest,
  type Proposal,
  planMerges,
  sourceSaying,
  standsAsShown,
  type WaitingProposal,
} from '@varve/core/propose'
import type { DecisionRequest, OpenReviewItem } from '@varve/core/review'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { readLedger } from './proposal-file.ts'
import { itemId } from './waiting-items.ts'

/** What becomes of a proposal by a person's word: of what passed or was rewritten, the merge. */
export function planWaiting(
  reader: StoreReader,
  item: OpenReviewItem,
  request: DecisionRequest,
  context: OperationContext,
): Plan {
  const waiting = readLedger(context).waiting.find((each) => itemId(each) === item.id)
  if (waiting === undefined || !standsAsShown(reader, viewFor(context, reader), waiting)) throw stale(item.id)
  const command = `review ${request.action} ${item.id}`
  const done: readonly Operation[] =
    request.action === 'accept'
      ? mergeOf(reader, waiting, { text: waiting.text, command, agent: waiting.model })
      : request.action === 'edit'
        ? mergeOf(reader, waiting, { text: request.text, command, kind: 'human', agent: context.actor })
        : []
  if (request.action === 'supersede') {
    throw new VarveError('usage', 'a proposal is accepted, rejected, edited or snoozed', {
      fix: [`varve review accept ${item.id}`],
    })
  }
  const texts = waiting.sources.map((id) => contentHash(reader.entry(id) ?? { content: '' }))
  const operations: readonly Operation[] = [
    ...done,
    {
      op: 'review.resolve',
      review: item.id,
      decision: {
        action: request.action,
        texts,
        ...(request.action === 'snooze' && { until: request.until }),
      },
      was: reader.review(item.id) ?? null,
    },
  ]
  const read = [waiting.id, ...waiting.sources].map((id) => `entry ${id}`)
  return { stage: 'stage2', command, operations, base: planBase(reader, [...read, `review ${item.id}`]) }
}

function mergeOf(
  reader: StoreReader,
  waiting: WaitingProposal,
  { text, ...by }: Omit<MergePlanRequest, 'reason'> & { readonly text: string },
): readonly Operation[] {
  const { operations } = planMerges(reader, [proposalOf(reader, waiting, text)], {
    ...by,
    reason: waiting.detail,
  })
  return operations
}

/** A person has looked: what the guard found stands in the list, and doesn't hold it back. */
function proposalOf(reader: StoreReader, { id, prompt, sources }: WaitingProposal, text: string): Proposal {
  const merged = sources.flatMap((source) => {
    const entry = reader.entry(source)
    return entry === undefined ? [] : [{ entry, key: statementKey(entry) ?? entry.id, leaves: [], depth: 0 }]
  })
  const keeps = sourceSaying(text, merged)
  return {
    kind: prompt.startsWith('dedup') ? 'dedup' : 'fuse',
    id,
    sources: merged,
    ...(keeps !== undefined && { keeps }),
    text,
    verdict: 'review',
    codes: [],
    detail: '',
  }
}

function stale(id: string): VarveError {
  return new VarveError(
    'stale_plan',
    `${id}: what it was proposed for has changed, or it is no longer kept`,
    {
      subjects: [id],
      fix: ['varve compact --llm'],
    },
  )
}
