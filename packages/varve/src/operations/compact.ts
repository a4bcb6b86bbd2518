import { existsSync } from 'node:fs'
import { HIDDEN_REASONS, type Issue, issueOrder, rebuildViews, recordHeader, recordLine } from '@varve/core'
import { type RefreshedCache, refreshCache } from './cache/refresh-cache.ts'
import { viewFor } from './commit.ts'
import { type KeptPlan, keepPlan, keptPlanJson, keptPlanText, planOutField } from './digest/keep-plan.ts'
import { flag } from './field.ts'
import { type MergedDuplicates, mergeSafeDuplicates } from './merge-safe-duplicates.ts'
import { defineOperation } from './operation.ts'
import { openReviewCount } from './review.ts'
import { noteRun } from './run-log.ts'

/**
 * `varve compact`: by rules alone. Stage 1 is a view and changes no data; texts that differ by harmless
 * edits are then put under the strongest of them, as a record that can be undone; the rendered files are
 * the result.
 */
export const compact = defineOperation({
  name: 'compact',
  summary: 'Press the memory into its small surface',
  effect: 'writes',
  fields: {
    dryRun: flag('Say which files would change, and write none'),
    planOut: planOutField,
    full: flag('Look at every entry again, whatever was kept ready'),
    strict: flag('Exit 1 where there is an issue of severity error'),
  },
  examples: ['varve compact', 'varve compact --dry-run --json'],
  run({ planOut, full, strict, ...flags }, context) {
    const dryRun = flags.dryRun || planOut !== undefined
    if (full && !dryRun) context.writing().transact('compact --full', rebuildViews)
    const merged = mergeSafeDuplicates(context, dryRun)
    const kept = planOut === undefined ? undefined : keepPlan(context, merged.plan, planOut)
    const cache = refreshCache(context, { dryRun, afresh: full })
    if (!dryRun && existsSync(context.place.databasePath)) noteRun(context, cache)
    const { hidden } = cache
    const reader = context.reading()
    const issues = [...viewFor(context, reader).issues(), ...cache.index.issues].sort(issueOrder)
    const { live } = cache
    const entries = live + HIDDEN_REASONS.reduce((sum, reason) => sum + hidden[reason], 0)
    const page = {
      cache,
      hidden,
      entries,
      live,
      issues,
      dryRun,
      merged,
      kept,
      open: openReviewCount(context, MOST_COUNTED),
    }
    return {
      json: json(page),
      human: human(page),
      records: records(page),
      exit: strict && issues.some((issue) => issue.severity === 'error') ? 1 : 0,
    }
  },
})

/** Of more review items than this, the number tells nobody anything. */
const MOST_COUNTED = 1000

interface Page {
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

function json({ cache, hidden, entries, live, issues, dryRun, merged, kept, open }: Page): object {
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
    },
    stage2: { status: 'off' },
    safe_duplicates: merged.pairs,
    review: open,
    plan_id: merged.record?.id ?? null,
    ...(kept !== undefined && { plan: keptPlanJson(kept) }),
    written,
    removed,
    dry_run: dryRun,
    issues,
  }
}

function human({ cache, hidden, entries, live, issues, dryRun, merged, kept, open }: Page): string {
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
    `Index: ${index.tokens} of ${index.budget} tokens (${index.counter}), ${index.shown.length} shown, ${index.left} elided`,
    ...(merged.pairs.length > 0 ? [mergedLine(merged, dryRun)] : []),
    ...(kept === undefined ? [] : [keptPlanText(kept)]),
    'Stage 2: off',
    ...(open > 0 ? [`Review: ${open}${open === MOST_COUNTED ? ' or more' : ''} open (varve review)`] : []),
    `Files: ${written.length === 0 ? 'unchanged' : `${dryRun ? 'would write' : 'wrote'} ${written.join(', ')}`}`,
    ...(counted.length > 0 ? [`Issues: ${counted.join(', ')} (varve doctor)`] : []),
    '',
  ].join('\n')
}

function mergedLine({ pairs, shortRecord }: MergedDuplicates, dryRun: boolean): string {
  const undo = shortRecord === undefined ? '' : ` (varve undo ${shortRecord})`
  return `Safe duplicates: ${dryRun ? 'would put' : 'put'} ${pairs.length} under another${undo}`
}

function records({ cache, entries, live, issues, dryRun }: Page): string {
  const { index, categories } = cache
  return `${[
    recordHeader('compact', {
      entries,
      live,
      tokens: index.tokens,
      budget: index.budget,
      stage2: 'off',
      dry_run: dryRun,
    }),
    ...categories.map(({ name, live: all, shown }) =>
      recordLine('D', ['category', name], { live: all, shown }),
    ),
    ...issues.map((issue) =>
      recordLine('D', ['issue', issue.code], { subjects: issue.subjects.join(','), message: issue.message }),
    ),
  ].join('\n')}\n`
}
