import {
  HIDDEN_REASONS,
  type Issue,
  type Plan,
  planHash,
  recordHeader,
  recordLine,
  type StoreReader,
} from '@varve/core'
import type { RefreshedCache } from './cache/refresh-cache.ts'
import { type KeptPlan, keptPlanJson, keptPlanText } from './digest/keep-plan.ts'
import type { MergedDuplicates } from './merge-safe-duplicates.ts'
import { stage2Json, stage2Lines, stage2Records } from './propose/render-stage2.ts'
import { STAGE2_OFF, type Stage2 } from './propose/stage2.ts'
import { shortRecordIdIn } from './short-id.ts'

/** Of more review items than this, the number tells nobody anything. */
export const MOST_COUNTED = 1000

/** All that a run has to tell. */
export interface CompactionPage {
  readonly stage2: Stage2 | undefined
  /** Tokens that a run may use. */
  readonly cap: number
  readonly reader: StoreReader
  /** All that was done, or would be. */
  readonly plan: Plan
  readonly cache: RefreshedCache
  readonly merged: MergedDuplicates
  readonly kept: KeptPlan | undefined
  /** Review items that wait for a person; `MOST_COUNTED` stands for more, too. */
  readonly open: number
  readonly hidden: RefreshedCache['hidden']
  readonly entries: number
  readonly live: number
  readonly issues: readonly Issue[]
  readonly dryRun: boolean
}

export function compactionJson({
  cache,
  hidden,
  entries,
  live,
  issues,
  dryRun,
  merged,
  kept,
  open,
  ...page
}: CompactionPage): object {
  const { inputs, index, categories, written, removed } = cache
  return {
    stage1: { inputs, entries, live, hidden, categories },
    index: {
      counter: index.counter,
      budget: index.budget,
      tokens: index.tokens,
      shown: index.shown.length,
      elided: index.elided(),
      clipped: index.clipped,
      narrated: index.narrated,
    },
    stage2: stage2Json(page.stage2 ?? STAGE2_OFF, page.cap),
    safe_duplicates: merged.pairs,
    review: open,
    plan_id: page.stage2?.record?.id ?? merged.record?.id ?? null,
    ...(page.stage2 !== undefined &&
      dryRun && { plan_hash: planHash(page.plan), operations: page.plan.operations }),
    ...(kept !== undefined && { plan: keptPlanJson(kept) }),
    written,
    removed,
    dry_run: dryRun,
    issues,
  }
}

export function compactionText({
  cache,
  hidden,
  entries,
  live,
  issues,
  dryRun,
  merged,
  kept,
  open,
  ...page
}: CompactionPage): string {
  const { index, categories, written } = cache
  const gone = HIDDEN_REASONS.filter((reason) => hidden[reason] > 0).map(
    (reason) => `, ${hidden[reason]} ${reason}`,
  )
  const width = Math.max(0, ...categories.map(({ name }) => name.length))
  const counted = (['error', 'warning', 'info'] as const)
    .map((severity) => [issues.filter((issue) => issue.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 || severity === 'info' ? '' : 's'}`)
  return [
    `${dryRun ? 'Would compact' : 'Compacted'} ${entries} entries: ${live} live${gone.join('')}`,
    ...categories.map(({ name, live: all, shown }) => `  ${name.padEnd(width)}  ${all} live, ${shown} shown`),
    `Index: ${index.tokens} of ${index.budget} tokens (${index.counter}), ${index.shown.length} shown, ${index.left} elided${index.narrated.length > 0 ? `, prose for ${index.narrated.join(', ')}` : ''}`,
    ...(merged.pairs.length > 0 ? [mergedLine(merged, dryRun)] : []),
    ...(kept === undefined ? [] : [keptPlanText(kept)]),
    ...stage2Text(page, dryRun),
    ...(page.stage2 !== undefined && dryRun && kept === undefined
      ? [
          `Plan ${planHash(page.plan).slice(0, 8)}… (${page.plan.operations.length} operations, nothing written)`,
        ]
      : []),
    ...(open > 0 ? [`Review: ${open}${open === MOST_COUNTED ? ' or more' : ''} open (varve review)`] : []),
    `Files: ${written.length === 0 ? 'unchanged' : `${dryRun ? 'would write' : 'wrote'} ${written.join(', ')}`}`,
    ...(counted.length > 0 ? [`Issues: ${counted.join(', ')} (varve doctor)`] : []),
    '',
  ].join('\n')
}

function stage2Text(
  { stage2, cap, reader }: Pick<CompactionPage, 'stage2' | 'cap' | 'reader'>,
  dryRun: boolean,
): readonly string[] {
  const undo = stage2?.record && `varve undo ${shortRecordIdIn(reader, stage2.record.id)} takes it back`
  return stage2Lines(stage2 ?? STAGE2_OFF, reader, { cap, dryRun, undo })
}

function mergedLine({ pairs, shortRecord }: MergedDuplicates, dryRun: boolean): string {
  const undo = shortRecord === undefined ? '' : ` (varve undo ${shortRecord})`
  return `Safe duplicates: ${dryRun ? 'would put' : 'put'} ${pairs.length} under another${undo}`
}

export function compactionRecords({ cache, entries, live, issues, dryRun, stage2 }: CompactionPage): string {
  const { index, categories } = cache
  return `${[
    recordHeader('compact', {
      entries,
      live,
      tokens: index.tokens,
      budget: index.budget,
      stage2: stage2?.status ?? 'off',
      dry_run: dryRun,
    }),
    ...categories.map(({ name, live: all, shown }) =>
      recordLine('D', ['category', name], { live: all, shown }),
    ),
    ...(stage2 === undefined ? [] : stage2Records(stage2)),
    ...issues.map((issue) =>
      recordLine('D', ['issue', issue.code], { subjects: issue.subjects.join(','), message: issue.message }),
    ),
  ].join('\n')}\n`
}
