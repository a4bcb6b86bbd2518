import { EMPTY_LEDGER, judgeContext, judgeGroups, listMergeGroups, type Proposal } from '@varve/core/propose'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { mergeSettings } from './merge-settings.ts'

/** The judgement of one text for the first two entries that a model could be shown together. */
export function proposeTo(
  context: OperationContext,
  write: (texts: readonly string[]) => string,
): Proposal | undefined {
  const reader = context.reading()
  const categories = context.config.memory.categories.map(({ name }) => name)
  const group = listMergeGroups({
    reader,
    view: viewFor(context, reader),
    categories,
    broken: new Set(),
  }).find(({ candidates }) => candidates.length > 1)
  if (group === undefined) return undefined
  const batch = { kind: 'fuse', category: group.category, candidates: group.candidates.slice(0, 2) } as const
  const text = write(batch.candidates.map(({ entry }) => entry.content))
  const settings = mergeSettings(context)
  const limits = { ...settings.limits, maxEntryTokens: Number.POSITIVE_INFINITY }
  const judging = judgeContext({
    ...settings,
    limits,
    reader,
    ledger: EMPTY_LEDGER,
    retryRejected: false,
    full: false,
  })
  const [proposal] = judgeGroups(batch, [{ ids: ['e1', 'e2'], text, dropped: [] }], judging)
  return proposal
}
