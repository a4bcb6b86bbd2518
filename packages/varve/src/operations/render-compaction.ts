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
import type { OperationResult } from './operation.ts'
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
  readonly issues: readonly Issue[]
  readonly dryRun: boolean
}

export function renderCompaction(page: CompactionPage): Pick<OperationResult, 'json' | 'human' | 'records'> {
  return { json: compactionJson(page), human: compactionText(page), records: compactionRecords(page) }
}

function compactionJson(page: CompactionPage): object {
  const { cache, stage2, plan, kept, merged, dryRun } = page
  const { inputs, live, hidden, index, categories, written, removed } = cache
  return {
    stage1: { inputs, entries: entriesOf(cache), live, hidden, categories },
    index: {
      counter: index.counter,
      budget: index.budget,
      tokens: index.tokens,
      shown: index.shown.length,
      elided: index.elided(),
      clipped: index.clipped,
      narrated: index.narrated,
    },
    stage2: stage2Json(stage2 ?? STAGE2_OFF, page.cap),
    safe_duplicates: merged.pairs,
    review: page.open,
    plan_id: stage2?.record?.id ?? merged.record?.id ?? null,
    ...(stage2 !== undefined && dryRun && { plan_hash: planHash(plan), operations: plan.operations }),
    ...(kept !== undefined && { plan: keptPlanJson(kept) }),
    written,
    removed,
    dry_run: dryRun,
    issues: page.issues,
  }
}

function entriesOf({ live, hidden }: RefreshedCache): number {
  return live + HIDDEN_REASONS.reduce((sum, reason) => sum + hidden[reason], 0)
}

function compactionText(page: CompactionPage): string {
  const { cache, merged, kept, open, dryRun } = page
  return [
    ...cacheLines(cache, dryRun),
    ...(merged.pairs.length > 0 ? [mergedLine(merged, dryRun)] : []),
    ...(kept === undefined ? [] : [keptPlanText(kept)]),
    ...stage2Text(page),
    ...(open > 0 ? [`Review: ${open}${open === MOST_COUNTED ? ' or more' : ''} open (varve review)`] : []),
    filesLine(cache, dryRun),
    ...issuesLine(page.issues),
    '',
  ].join('\n')
}

/** What the surface was made of, and what of it the index shows. */
function cacheLines(cache: RefreshedCache, dryRun: boolean): readonly string[] {
  const { live, hidden, index, categories } = cache
  const gone = HIDDEN_REASONS.filter((reason) => hidden[reason] > 0).map(
    (reason) => `, ${hidden[reason]} ${reason}`,
  )
  const width = Math.max(0, ...categories.map(({ name }) => name.length))
  return [
    `${dryRun ? 'Would compact' : 'Compacted'} ${entriesOf(cache)} entries: ${live} live${gone.join('')}`,
    ...categories.map(({ name, live: all, shown }) => `  ${name.padEnd(width)}  ${all} live, ${shown} shown`),
    `Index: ${index.tokens} of ${index.budget} tokens (${index.counter}), ${index.shown.length} shown, ${index.left} elided${index.narrated.length > 0 ? `, prose for ${index.narrated.join(', ')}` : ''}`,
  ]
}

function filesLine({ written }: RefreshedCache, dryRun: boolean): string {
  if (written.length === 0) return 'Files: unchanged'
  return `Files: ${dryRun ? 'would write' : 'wrote'} ${written.join(', ')}`
}

function issuesLine(issues: readonly Issue[]): readonly string[] {
  const counted = (['error', 'warning', 'info'] as const)
    .map((severity) => [issues.filter((issue) => issue.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 || severity === 'info' ? '' : 's'}`)
  return counted.length === 0 ? [] : [`Issues: ${counted.join(', ')} (varve doctor)`]
}

function stage2Text({ stage2, cap, reader, plan, kept, dryRun }: CompactionPage): readonly string[] {
  const undo = stage2?.record && `varve undo ${shortRecordIdIn(reader, stage2.record.id)} takes it back`
  const lines = stage2Lines(stage2 ?? STAGE2_OFF, reader, { cap, dryRun, undo })
  if (stage2 === undefined || !dryRun || kept !== undefined) return lines
  const { length } = plan.operations
  return [...lines, `Plan ${planHash(plan).slice(0, 8)}… (${length} operations, nothing written)`]
}

function mergedLine({ pairs, shortRecord }: MergedDuplicates, dryRun: boolean): string {
  const undo = shortRecord === undefined ? '' : ` (varve undo ${shortRecord})`
  return `Safe duplicates: ${dryRun ? 'would put' : 'put'} ${pairs.length} under another${undo}`
}

function compactionRecords({ cache, issues, dryRun, stage2 }: CompactionPage): string {
  const { live, index, categories } = cache
  return `${[
    recordHeader('compact', {
      entries: entriesOf(cache),
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
