import {
  type DecisionRequest,
  type Ledger,
  type OpenReviewItem,
  reviewItemId,
  type StoreReader,
  standsAsShown,
  type WaitingProposal,
  withRejected,
} from '@varve/core'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { readLedger, writeLedger } from './proposal-file.ts'

export const PROPOSAL = 'proposal'

/** What a model proposed and a person has to settle, as far as its entries stand as they did. */
export function waitingItems(reader: StoreReader, context: OperationContext): readonly OpenReviewItem[] {
  const { waiting: all } = readLedger(context)
  if (all.length === 0) return []
  const view = viewFor(context, reader)
  return all.flatMap((waiting) => {
    if (!standsAsShown(reader, view, waiting)) return []
    const { sources, text, codes, detail, prompt, model, at } = waiting
    const id = itemId(waiting)
    const snoozed = reader.review(id)
    const until = snoozed?.until
    return [
      {
        id,
        kind: PROPOSAL,
        subjects: [...sources].sort(),
        at,
        detail: { text, reasons: [...codes], why: detail, prompt, model },
        decision: snoozed,
        isOpen: typeof until !== 'number' || until <= context.clock.now(),
      },
    ]
  })
}

export function itemId({ sources }: WaitingProposal): string {
  return reviewItemId(PROPOSAL, sources)
}

/** Once it is decided it waits no more; what was rejected isn't proposed again. */
export function settleWaiting(
  context: OperationContext,
  { id }: OpenReviewItem,
  action: DecisionRequest['action'],
): void {
  if (action === 'snooze') return
  const ledger = readLedger(context)
  const settled = ledger.waiting.filter((each) => itemId(each) === id)
  const rejected = action === 'reject' ? settled.map(asRejected) : []
  const waiting = ledger.waiting.filter((each) => !settled.includes(each))
  writeLedger(context, withRejected({ ...ledger, waiting }, rejected))
}

function asRejected({ id: _, text: __, ...waiting }: WaitingProposal): Ledger['rejected'][number] {
  return { ...waiting, codes: ['person'], detail: 'rejected in review' }
}
