import { existsSync } from 'node:fs'
import { by, byText, issueOrder, type Plan, rebuildViews, VarveError } from '@varve/core'
import { STEPS } from '@varve/core/propose'
import { type RefreshOptions, refreshCache } from './cache/refresh-cache.ts'
import { checkCategory } from './check-category.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { keepPlan, planOutField } from './digest/keep-plan.ts'
import { flag, integer, list, text } from './field.ts'
import { type MergedDuplicates, mergeSafeDuplicates } from './merge-safe-duplicates.ts'
import { defineOperation } from './operation.ts'
import { forgetProse } from './propose/proposal-file.ts'
import type { Stage2Input } from './propose/propose-request.ts'
import { STAGE2_OFF, type Stage2 } from './propose/stage2.ts'
import { stage2Issues } from './propose/stage2-issues.ts'
import { MOST_COUNTED, renderCompaction } from './render-compaction.ts'
import { openReviewCount } from './review.ts'
import { noteRun } from './run-log.ts'

/**
 * `varve compact`: by rules alone, unless `--llm` is given. Stage 1 is a view and changes no data; texts
 * that differ by harmless edits are then put under the strongest of them, as a record that can be undone;
 * then what a model proposes and the guard lets pass, as another; the rendered files are the result.
 */
export const compact = defineOperation({
  name: 'compact',
  summary: 'Press the memory into its small surface',
  effect: 'writes',
  fields: {
    dryRun: flag('Say which files would change, and write none'),
    planOut: planOutField,
    full: flag('Look at every entry again, whatever was kept ready'),
    llm: flag('Let the model that the settings name propose further merges, each of which the guard judges'),
    noCalls: flag('With --llm: say what would be asked and what it would take, and ask nothing'),
    resume: flag('With --llm: take up the answers of a run that was broken off'),
    retryRejected: flag('With --llm: ask again about what was rejected'),
    thorough: flag('With --llm: show every pair of a category'),
    only: text('With --llm: only these steps: dedup, fusion, stale, narrative', { value: 'steps' }),
    noProse: flag('List entries where the index has prose of a model, and forget that prose'),
    category: list('With --llm: only this category; may be given again', { value: 'name' }),
    maxTokens: integer('With --llm: tokens of the whole run', { minimum: 0 }),
    strict: flag('Exit 1 where there is an issue of severity error'),
  },
  examples: ['varve compact', 'varve compact --dry-run --json'],
  async run({ planOut, full, strict, llm, ...flags }, context) {
    refuseUnknown(flags, context)
    const dryRun = flags.dryRun || planOut !== undefined || flags.noCalls
    if (full && !dryRun) context.writing().transact('compact --full', rebuildViews)
    // What is wrong with the settings of a model is told before anything is written.
    if (llm && context.config.memory.compaction.llmAssisted)
      await context.openModel({ asksNothing: flags.noCalls })
    const merged = mergeSafeDuplicates(context, dryRun)
    if (flags.noProse && !dryRun) forgetProse(context)
    const stage2 = llm ? await askModel(context, { ...flags, full }, merged, dryRun) : undefined
    const plan = wholePlan(merged.plan, stage2?.plan)
    const kept = planOut === undefined ? undefined : keepPlan(context, plan, planOut)
    const cache = refreshCache(context, {
      dryRun,
      afresh: full,
      ...proseOf(context, { ...flags, stage2, dryRun }),
    })
    if (!dryRun && existsSync(context.place.databasePath)) noteRun(context, cache)
    const reader = context.reading()
    const issues = [...viewFor(context, reader).issues(), ...cache.index.issues].sort(issueOrder)
    const cap = flags.maxTokens ?? context.config.memory.compaction.maxTokensPerRun
    const open = openReviewCount(context, MOST_COUNTED)
    return {
      ...renderCompaction({ stage2, cap, reader, plan, cache, merged, kept, open, issues, dryRun }),
      issues: stage2 === undefined ? [] : stage2Issues(stage2, context),
      exit: strict && (isUnfinished(stage2) || issues.some((issue) => issue.severity === 'error')) ? 1 : 0,
    }
  },
})

/** Asks a model where the project switched that on. What rules are about to put away isn't shown to it. */
async function askModel(
  context: OperationContext,
  input: Stage2Input,
  { pairs }: MergedDuplicates,
  dryRun: boolean,
): Promise<Stage2> {
  if (!context.config.memory.compaction.llmAssisted) return STAGE2_OFF
  const { runStage2 } = await import('./propose/run-stage2.ts')
  const apart = new Set(dryRun ? pairs.map(({ under }) => under) : [])
  return runStage2(context, input, { command: 'compact --llm', dryRun, apart })
}

interface Shown {
  readonly dryRun: boolean
  readonly noProse: boolean
  readonly stage2: Stage2 | undefined
}

/** What a dry run shows: the prose that was asked for, or none; else what is kept is shown. */
function proseOf(
  context: OperationContext,
  { dryRun, noProse, stage2 }: Shown,
): Pick<RefreshOptions, 'narratives'> {
  if (!dryRun || !context.config.memory.compaction.narrativeIndex) return {}
  if (noProse) return { narratives: [] }
  const written = stage2?.outcome?.ledger.narratives.filter(({ text }) => text !== '')
  return written === undefined ? {} : { narratives: written }
}

function isUnfinished(stage2: Stage2 | undefined): boolean {
  return stage2 !== undefined && stage2.status !== 'ok' && stage2.status !== 'off'
}

const STEP_NAMES: readonly string[] = STEPS

function refuseUnknown(
  { only, category }: { readonly only: string | undefined; readonly category: readonly string[] },
  context: OperationContext,
): void {
  for (const name of category) checkCategory(name, context.config, 'varve compact --llm')
  const unknown = only?.split(',').find((name) => !STEP_NAMES.includes(name.trim()))
  if (unknown === undefined) return
  throw new VarveError('usage', `--only takes ${STEP_NAMES.join(', ')}, not ${JSON.stringify(unknown)}`, {
    fix: ['varve compact --llm --only dedup,fusion'],
  })
}

/** What a plan file holds: what rules do, then what a model proposed. */
function wholePlan(byRules: Plan, proposed: Plan | undefined): Plan {
  if (proposed === undefined || proposed.operations.length === 0) return byRules
  const base = new Map([...byRules.base, ...proposed.base].map((each) => [each.entity, each]))
  return {
    ...proposed,
    operations: [...byRules.operations, ...proposed.operations],
    base: [...base.values()].sort(by(({ entity }) => entity, byText)),
  }
}
