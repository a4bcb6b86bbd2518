import { reviewItemId, type StoreReader } from '@varve/core'
import {
  type AcceptedProposal,
  type Ledger,
  standsAsShown,
  type WaitingProposal,
  withAccepted,
  withRejected,
} from '@varve/core/propose'
import type { DecisionRequest, OpenReviewItem } from '@varve/core/review'
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
  const waiting = ledger.waiting.filter((each) => !settled.includes(each))
  const left = { ...ledger, waiting }
  writeLedger(
    context,
    action === 'reject'
      ? withRejected(left, settled.map(asRejected))
      : withAccepted(
          left,
          settled.map((each) => asAccepted(each, context)),
        ),
  )
}

/** Under the entry that the merge has written, or under the source that was kept in its place. */
function asAccepted(
  { prompt, model, id, sources }: WaitingProposal,
  context: OperationContext,
): AcceptedProposal {
  const reader = context.reading()
  const top = [id, ...sources].find((each) =>
    reader.lineage({ top: each }).some(({ under }) => sources.includes(under)),
  )
  return { at: context.clock.now(), prompt, model, id: top ?? id, sources }
}

function asRejected({ id: _, text: __, ...waiting }: WaitingProposal): Ledger['rejected'][number] {
  return { ...waiting, codes: ['person'], detail: 'rejected in review' }
}
