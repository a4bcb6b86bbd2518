import { type EntryId, type Model, type Plan, type StoreReader, VarveError } from '@varve/core'
import {
  acceptedRows,
  afterOthers,
  agentOf,
  dropChanged,
  type Ledger,
  type NarratedLines,
  type Proposed,
  type ProposeOutcome,
  planMerges,
  planVerdicts,
  runProposals,
  withAccepted,
} from '@varve/core/propose'
import { renderContextCache } from '../cache/render-cache.ts'
import { commit, viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { heldDuring, takeLease } from '../lease.ts'
import { readLedger, writeLedger } from './proposal-file.ts'
import { proposeRequest, type Questions, type Stage2Input } from './propose-request.ts'
import { emptyPlan, type Stage2 } from './stage2.ts'

export interface Stage2Options {
  readonly command: string
  readonly dryRun: boolean
  /** Entries that rules are about to put under others. */
  readonly apart?: ReadonlySet<EntryId>
  /** What alone is asked, where it isn't all that the settings say. */
  readonly asks?: Questions
}

/** Asks the model that the user configured, and applies what passed the guard as one record. */
export async function runStage2(
  context: OperationContext,
  input: Stage2Input,
  options: Stage2Options,
): Promise<Stage2> {
  const { command, dryRun, apart = new Set(), asks } = options
  const model = await context.openModel({ asksNothing: input.noCalls ?? false })
  if (model === undefined) {
    const { listTasks } = await import('../work/tasks.ts')
    const queued = listTasks(context.reading(), context, 'compact').length
    return { status: 'unavailable', queued, plan: emptyPlan(command), changed: [] }
  }
  const lease = dryRun ? undefined : takeLease(context, 'stage2')
  if (lease === 'taken') throw busy()
  try {
    const ledger = readLedger(context)
    const request = proposeRequest(context, input, { model, ledger, apart, ...(asks && { asks }) })
    let erased = 0
    let kept = 0
    const keep = ({ answers }: Ledger): void => {
      if (dryRun) return
      const now = readLedger(context)
      // A purge takes the answers that were kept: what it erased doesn't come back with the next one.
      if (kept > 0 && now.answers.length === 0) erased = answers.length - 1
      kept = answers.length - erased
      writeLedger(context, { ...now, answers: answers.slice(erased) })
    }
    const keepAll = (made: Ledger, before: Ledger): void => {
      if (dryRun || request.noCalls) return
      writeLedger(context, afterOthers(made, before, readLedger(context), purgedOf(context, made)))
    }
    // What others settle from here on, they settle of what this run has last written.
    let before = ledger
    let done: Applied = { plan: emptyPlan(command), changed: [] }
    const settle = (found: ProposeOutcome): readonly NarratedLines[] => {
      done = applyOutcome(context, found, { model, command, dryRun })
      keepAll({ ...found.ledger, answers: readLedger(context).answers }, before)
      before = found.ledger
      if (done.record !== undefined) {
        const applied = found.accepted.filter((each) => !done.changed.includes(each))
        const rows = acceptedRows({ clock: context.clock, agent: agentOf(model) }, applied)
        writeLedger(context, withAccepted(readLedger(context), rows))
      }
      return request.steps.has('narrative') ? linesAfter(context, found, { dryRun, apart }) : []
    }
    const outcome = await heldDuring(lease, () => runProposals({ ...request, keep, settle }))
    keepAll(outcome.ledger, before)
    return { status: outcome.status, outcome, model, ...done }
  } finally {
    lease?.release()
  }
}

type Applied = Pick<Stage2, 'plan' | 'record' | 'changed'>

/** Lines that prose may stand for. A dry run asks for none where it would change what is listed. */
function linesAfter(
  context: OperationContext,
  { accepted, stale }: ProposeOutcome,
  { dryRun, apart }: Pick<Stage2Options, 'dryRun' | 'apart'>,
): readonly NarratedLines[] {
  const lines = renderContextCache(context).listStretches()
  if (!dryRun) return lines
  const reader = context.reading()
  const merged = accepted.flatMap(({ proposal }) => proposal.sources.map(({ entry }) => entry.id))
  const changed = [...merged, ...stale.map(({ id }) => id), ...(apart ?? [])]
  const touched = new Set(changed.map((id) => reader.entry(id)?.category))
  return lines.filter(({ category }) => !touched.has(category))
}

/** Entries that were erased, of those that the ledger has something of. */
function purgedOf(context: OperationContext, { waiting, rejected, narratives }: Ledger): readonly EntryId[] {
  const reader = context.reading()
  const sources = new Set([...waiting, ...rejected, ...narratives].flatMap((row) => row.sources))
  return [...sources].filter((id) => reader.entry(id)?.purged !== undefined)
}

function applyOutcome(
  context: OperationContext,
  outcome: ProposeOutcome,
  { model, command, dryRun }: { readonly model: Model; readonly command: string; readonly dryRun: boolean },
): Applied {
  const {
    outcome: changed,
    plan,
    record,
  } = commit(context, command, dryRun, (reader) => {
    const { held, changed } = dropChanged(reader, viewFor(context, reader), outcome.accepted)
    return { plan: planOf(reader, held, outcome, model, command), outcome: changed }
  })
  return { plan, record, changed }
}

function planOf(
  reader: StoreReader,
  held: readonly Proposed[],
  { stale, spent }: ProposeOutcome,
  model: Model,
  command: string,
): Plan {
  const prompts = [
    ...new Set([...held.map(({ prompt }) => prompt), ...(stale.length > 0 ? ['stale/1'] : [])]),
  ]
  const tokens = spent.input + spent.output + spent.reserved
  const asked = {
    command,
    agent: agentOf(model),
    reason: `${model.provider} ${model.name}, ${prompts.join(' and ')}: ${spent.calls} ${spent.calls === 1 ? 'call' : 'calls'}, ${tokens} tokens`,
  }
  const merges = planMerges(
    reader,
    held.map(({ proposal }) => proposal),
    asked,
  )
  const verdicts = planVerdicts(reader, stale, asked)
  return {
    ...merges,
    operations: [...merges.operations, ...verdicts.operations],
    base: [...new Map([...merges.base, ...verdicts.base].map((each) => [each.entity, each])).values()].sort(
      (a, b) => (a.entity < b.entity ? -1 : 1),
    ),
  }
}

function busy(): VarveError {
  return new VarveError('busy', 'another process is asking a model about this memory', {
    fix: ['varve compact --llm --dry-run'],
  })
}
