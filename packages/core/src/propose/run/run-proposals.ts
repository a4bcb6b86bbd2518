import type { EntryId } from '../../domain/ids.ts'
import type { Model } from '../../ports/model.ts'
import type { Batch } from '../batches/batch.ts'
import { listDedupBatches } from '../batches/dedup-batches.ts'
import { listFusionBatches } from '../batches/fusion-batches.ts'
import { listMergeGroups, type MergeGroup } from '../merge-source.ts'
import type { NarratedLines } from '../narrative/narrative-key.ts'
import { type Asker, openAsker } from './ask.ts'
import { openBudget, type RunBudget } from './budget.ts'
import { judgeContext } from './judge-context.ts'
import { lastOfEach, ledgerAfter, ledgerWithProse } from './ledger-after.ts'
import { type MergeStep, type MergeStepContext, namesOf, runMergeStep } from './merge-step.ts'
import { runNarrativeStep } from './narrative-step.ts'
import type { Proposed, ProposeOutcome } from './outcome.ts'
import type { ProposeRequest } from './propose-request.ts'
import { runStaleStep, type StaleStep } from './stale-step.ts'

/** Asks a model what rules can't tell, and judges each answer. Reads the memory, and changes nothing. */
export async function runProposals(request: ProposeRequest): Promise<ProposeOutcome> {
  const { model, limits, clock, steps } = request
  const budget = openBudget(model, limits, clock.now())
  let answers = request.resume ? request.ledger.answers : []
  const asker = openAsker({
    ...request,
    budget,
    kept: new Map(answers.map(({ task, text }) => [task, text])),
    keep(task, text) {
      answers = [...answers, { task, text }]
      request.keep({ ...request.ledger, answers })
    },
  })
  const found = await askOfEntries(request, { asker, budget })
  const lines = request.settle(found)
  return steps.has('narrative') ? askForProse(lines, found, request, { asker, budget }) : found
}

interface Asking {
  readonly asker: Asker
  readonly budget: RunBudget
}

/** What could become one, and what may be out of date. */
async function askOfEntries(request: ProposeRequest, { asker, budget }: Asking): Promise<ProposeOutcome> {
  const { model, limits, steps, ledger } = request
  const groups = steps.has('dedup') || steps.has('fusion') ? listMergeGroups(request) : []
  const common = {
    ...sharedByAll(request, asker),
    decided: new Set(request.full ? [] : ledger.decided),
  }
  const merging: MergeStepContext = {
    ...common,
    judging: judgeContext(request),
    minSize: ({ kind }) => (kind === 'dedup' ? 2 : limits.minFusionSize),
    agent: agentOf(model),
    allWait: request.allWait,
  }
  const pairs = dedupBatches(groups, request)
  const dedup = steps.has('dedup') ? await runMergeStep(pairs, merging) : NO_MERGES
  const after = groupsAfter(groups, dedup)
  const fusion = steps.has('fusion') ? await runMergeStep(fusionBatches(after, request), merging) : NO_MERGES
  const stale: StaleStep = steps.has('stale')
    ? await runStaleStep(request.doubts, { ...common, maxEntries: limits.maxEntriesPerCall })
    : { verdicts: [], skipped: [], planned: [], decided: [] }
  const proposed = [...dedup.proposed, ...fusion.proposed]
  const skipped = [...dedup.skipped, ...fusion.skipped, ...stale.skipped]
  const verdictOf = (wanted: Proposed['proposal']['verdict']) =>
    proposed.filter(({ proposal }) => proposal.verdict === wanted)
  const passed = verdictOf('accept')
  const rejected = lastOfEach(verdictOf('reject'))
  const waiting = [...(request.allWait ? passed : []), ...verdictOf('review')]
  const decided = [...dedup.decided, ...fusion.decided, ...stale.decided]
  const judged = { rejected, waiting, skipped, decided }
  return {
    status: statusOf(asker.stopped, skipped),
    accepted: request.allWait ? [] : passed,
    waiting,
    rejected,
    stale: stale.verdicts,
    written: [],
    refused: [],
    skipped,
    planned: [dedup, fusion, stale].flatMap(({ planned }) => planned),
    coverage: coverageOf(groups, pairs, new Set([...ledger.decided, ...dedup.decided])),
    failed: failedOf(skipped),
    retries: dedup.retries + fusion.retries,
    spent: budget.spent,
    ledger: { ...ledgerAfter({ ...request, agent: agentOf(model) }, judged), answers: [] },
  }
}

async function askForProse(
  lines: readonly NarratedLines[],
  found: ProposeOutcome,
  request: ProposeRequest,
  { asker, budget }: Asking,
): Promise<ProposeOutcome> {
  const { limits, counter, only, full, retryRejected, ledger, model } = request
  const prose = await runNarrativeStep(lines, {
    ...sharedByAll(request, asker),
    counter,
    only,
    full,
    retryRejected,
    recall: limits.narrativeRecall,
    known: ledger.narratives,
  })
  const skipped = [...found.skipped, ...prose.skipped]
  return {
    ...found,
    status: statusOf(asker.stopped, skipped),
    written: prose.written,
    refused: prose.refused,
    skipped,
    planned: [...found.planned, ...prose.planned],
    failed: failedOf(skipped),
    spent: budget.spent,
    ledger: ledgerWithProse({ ...request, agent: agentOf(model) }, found.ledger, prose),
  }
}

function sharedByAll({ limits, noCalls, redact }: ProposeRequest, asker: Asker) {
  const { maxInputTokens, maxOutputTokens } = limits
  return { asker, maxInputTokens, maxOutputTokens, noCalls, redact }
}

function failedOf(skipped: ProposeOutcome['skipped']): number {
  return skipped.filter(({ attempts }) => attempts > 0).length
}

const NO_MERGES: MergeStep = {
  proposed: [],
  skipped: [],
  planned: [],
  decided: [],
  retries: 0,
  taken: new Set(),
  added: [],
}

/** As the author of what a model wrote. */
export function agentOf({ provider, name }: Pick<Model, 'provider' | 'name'>): string {
  return `varve/${provider}:${name}`
}

type Batching = Pick<ProposeRequest, 'coverage' | 'limits' | 'counter'>

export function dedupBatches(groups: readonly MergeGroup[], { coverage, limits }: Batching) {
  return listDedupBatches(groups, {
    coverage,
    maxEntries: limits.maxEntriesPerCall,
    maxCalls: limits.maxCalls,
  })
}

export function fusionBatches(groups: readonly MergeGroup[], { limits, counter }: Batching) {
  return listFusionBatches(groups, {
    minSize: limits.minFusionSize,
    maxEntries: limits.maxEntriesPerCall,
    maxTokens: limits.maxInputTokens,
    counter,
  })
}

/** The groups as they would be, were the merges applied. */
function groupsAfter(groups: readonly MergeGroup[], { taken, added }: MergeStep): readonly MergeGroup[] {
  return groups.map(({ category, candidates }) => {
    const ids = new Set(candidates.map(({ entry }) => entry.id))
    const left = candidates.filter(({ entry }) => !taken.has(entry.id))
    const own = added.filter(({ leaves }) => leaves.some(({ id }) => ids.has(id as EntryId)))
    return { category, candidates: [...left, ...own] }
  })
}

function statusOf(stopped: Asker['stopped'], skipped: ProposeOutcome['skipped']): ProposeOutcome['status'] {
  if (stopped?.isBudget) return 'partial'
  if (stopped?.reason.startsWith('unavailable')) return 'unavailable'
  return failedOf(skipped) > 0 || stopped !== undefined ? 'degraded' : 'ok'
}

/** A pair that was never shown is visible as that. */
function coverageOf(
  groups: readonly MergeGroup[],
  batches: readonly Batch[],
  decided: ReadonlySet<string>,
): ProposeOutcome['coverage'] {
  const shown = new Set(batches.flatMap(namesOf))
  return {
    seen: [...shown].filter((name) => decided.has(name)).length,
    total: groups.reduce((sum, { candidates: { length } }) => sum + (length * (length - 1)) / 2, 0),
  }
}
