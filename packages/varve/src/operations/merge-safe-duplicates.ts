import type { EntryId, JournalRecord, Plan } from '@varve/core'
import { planSafeDuplicates } from '@varve/core/near'
import { commit } from './commit.ts'
import { compareTexts, nearPairsNow } from './compare-texts.ts'
import type { OperationContext } from './context.ts'
import { shortRecordIdIn } from './short-id.ts'

export interface MergedDuplicates {
  readonly pairs: readonly { readonly top: EntryId; readonly under: EntryId }[]
  readonly record: JournalRecord | undefined
  readonly shortRecord: string | undefined
  readonly plan: Plan
}

const NOTHING: MergedDuplicates = {
  pairs: [],
  record: undefined,
  shortRecord: undefined,
  plan: { stage: 'edit', command: 'compact', operations: [], base: [] },
}

/** Compares what is new, and puts texts that differ by harmless edits under the strongest of them. */
export function mergeSafeDuplicates(context: OperationContext, dryRun: boolean): MergedDuplicates {
  if (context.reading().size().entries === 0) return NOTHING
  if (!dryRun) compareTexts(context)
  if (context.config.memory.compaction.safeDuplicates !== 'auto') return NOTHING
  const { plan, record } = commit(context, 'compact', dryRun, (reader, view) => ({
    plan: planSafeDuplicates(reader, view.viewOf, nearPairsNow(reader, 'duplicate-safe')),
    outcome: undefined,
  }))
  return {
    pairs: plan.operations.flatMap((operation) =>
      operation.op === 'lineage.add' ? [{ top: operation.top, under: operation.under }] : [],
    ),
    record,
    plan,
    shortRecord: record && shortRecordIdIn(context.reading(), record.id),
  }
}
