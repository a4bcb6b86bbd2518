import {
  type DecisionRequest,
  type Ledger,
  type OpenReviewItem,
  reviewItemId,
  type StoreReader,
  type WaitingProposal,
} from '@varve/core'
import type { OperationContext } from '../context.ts'
import { readLedger, writeLedger } from './proposal-file.ts'

export const PROPOSAL = 'proposal'

/** What a model proposed and a person has to settle, as far as its entries stand as they did. */
export function waitingItems(reader: StoreReader, context: OperationContext): readonly OpenReviewItem[] {
  return readLedger(context).waiting.flatMap((waiting) => {
    const entries = waiting.sources.flatMap((id) => reader.entry(id) ?? [])
    const isThere = entries.length === waiting.sources.length && entries.every(isActive)
    if (!isThere || reader.entry(waiting.id)?.state === 'active') return []
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

function isActive({ state }: { readonly state: string }): boolean {
  return state === 'active'
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
  writeLedger(context, {
    ...ledger,
    waiting: ledger.waiting.filter((each) => !settled.includes(each)),
    rejected: [...ledger.rejected, ...rejected],
  })
}

function asRejected({ id: _, text: __, ...waiting }: WaitingProposal): Ledger['rejected'][number] {
  return { ...waiting, codes: ['person'], detail: 'rejected in review' }
}
