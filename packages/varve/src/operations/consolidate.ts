import { nextRecordId, planHash, type RecordId, type StoreReader, VarveError } from '@varve/core'
import {
  type ConsolidationRequest,
  type PlannedConsolidation,
  planConsolidation,
} from '@varve/core/consolidate'
import { commit, viewFor } from './commit.ts'
import { applyConsolidationPlan } from './consolidate/apply-plan-in.ts'
import type { Asking } from './consolidate/ask-model.ts'
import { keepConsolidationPlan } from './consolidate/keep-plan-out.ts'
import { withLease } from './consolidate/lease.ts'
import { renderConsolidation, renderNothing } from './consolidate/render-consolidation.ts'
import { requestFor } from './consolidate/request-for.ts'
import { isDue, noteRun } from './consolidate/run-note.ts'
import type { OperationContext } from './context.ts'
import { choice, decimal, flag, type InputOf, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'

const fields = {
  scope: choice('Which entities: those of this session, or all (default session)', ['session', 'all']),
  session: text('The session, where VARVE_SESSION_ID names none', { value: 'id' }),
  minAgeDays: decimal('How old an entry is at least; fractions count (default consolidate.minAgeDays, 7)'),
  entity: text('Only what speaks of this', { value: 'name' }),
  cluster: choice('What comes under one digest: what is alike, or all of one entity and layer', [
    'similar',
    'blind',
  ]),
  noSweep: flag('Bury nothing'),
  sweepOnly: flag('Only bury: nothing comes under a digest'),
  useLlm: flag('Let a model write the digests; where it can’t, or the guard refuses its text, the rules do'),
  llm: flag('The same'),
  ask: flag('With --use-llm and --dry-run: ask the model all the same, and show both texts'),
  ifDue: flag('Only if the last run is older than consolidate.everyDays'),
  planOut: text('Write the plan to this file, and do nothing else', { value: 'file' }),
  planIn: text('Apply a plan that --plan-out wrote, if nothing it read has changed', { value: 'file' }),
  yes: flag('Apply without asking'),
  dryRun: flag('Say what would happen, and do nothing'),
}

type Input = InputOf<typeof fields>

/** `varve consolidate`: cold notes sink under digests, what nobody asks for is buried, what stalls is flagged. */
export const consolidate = defineOperation({
  name: 'consolidate',
  summary: 'Let cold notes sink under digests, bury what nobody asks for, flag work that stalls',
  effect: 'writes',
  fields,
  examples: [
    'varve consolidate --scope all --dry-run',
    'varve consolidate --scope all --min-age-days 14 --yes',
  ],
  async run(input, context) {
    if (input.planIn !== undefined) return applyConsolidationPlan(context, input.planIn, input.dryRun)
    const plain = { now: context.clock.now(), request: requestFor(context, input) }
    const isPreview = input.planOut !== undefined || input.dryRun
    if (!isPreview && input.ifDue && !isDue(context)) return renderNothing('not_due')
    const asked = input.useLlm || input.llm ? await withTexts(context, plain, input, isPreview) : plain
    if (isPreview) return preview(context, asked, input)
    if (!input.yes && context.canConfirm() && !(await isConfirmed(context, asked))) {
      throw new VarveError('usage', 'not confirmed; nothing was changed', { fix: [consolidate.examples[1]] })
    }
    return withLease(
      context,
      () => apply(context, asked),
      () => {
        if (input.ifDue || context.via === 'hook') return renderNothing('busy')
        throw new VarveError('busy', 'another process is consolidating this memory', {
          fix: ['varve consolidate --scope all --dry-run'],
        })
      },
    )
  },
})

/** What a run is asked for, and of which moment: a dry run and the run that follows see the same. */
interface Asked {
  readonly request: ConsolidationRequest
  readonly now: number
  /** What came of asking a model, where one was wanted. */
  readonly asking?: Asking
}

/** The request with what a model wrote. A dry run asks nobody, unless that is said. */
async function withTexts(
  context: OperationContext,
  { request, now }: Asked,
  { ask }: Input,
  dryRun: boolean,
): Promise<Asked> {
  if (dryRun && !ask) return { request, now, asking: { kind: 'not_asked' } }
  const { askModel } = await import('./consolidate/ask-model.ts')
  const asking = await askModel(context, { request, now, dryRun })
  if (asking.kind !== 'asked') return { request, now, asking }
  return { request: { ...request, written: asking.written }, now, asking }
}

function planned(
  context: OperationContext,
  { request, now }: Asked,
): PlannedConsolidation & { readonly id: RecordId } {
  const reader = context.reading()
  return {
    ...planConsolidation(reader, viewFor(context, reader), now, request),
    id: nextRecordId(reader, now),
  }
}

function preview(context: OperationContext, asked: Asked, { planOut }: Input): OperationResult {
  const { plan, report, id } = planned(context, asked)
  const kept = planOut === undefined ? undefined : keepConsolidationPlan(context, plan, planOut)
  return renderConsolidation(context.reading(), {
    ...asked,
    plan,
    report,
    planId: plan.operations.length === 0 ? null : id,
    dryRun: true,
    kept,
  })
}

/** Shows the plan and asks; shows it again where the memory has changed meanwhile. */
async function isConfirmed(context: OperationContext, asked: Asked): Promise<boolean> {
  for (let shown: string | undefined; ; ) {
    const { plan, report, id } = planned(context, asked)
    const hash = planHash(plan)
    if (plan.operations.length === 0 || shown === hash) return true
    const { human } = renderConsolidation(context.reading(), {
      ...asked,
      plan,
      report,
      planId: id,
      dryRun: true,
    })
    if (!(await context.confirm(`${human}Do so?`))) return false
    shown = hash
  }
}

function apply(context: OperationContext, asked: Asked): OperationResult {
  const { outcome, plan, record } = commit(context, 'consolidate', false, (reader: StoreReader, view) => {
    const { plan, report } = planConsolidation(reader, view, asked.now, asked.request)
    return { plan, outcome: report }
  })
  noteRun(context, asked.now, record?.id)
  return renderConsolidation(context.reading(), {
    ...asked,
    plan,
    report: outcome,
    planId: record?.id ?? null,
    dryRun: false,
  })
}
