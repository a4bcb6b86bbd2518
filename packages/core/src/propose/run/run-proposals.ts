import type { EntryId } from '../../domain/ids.ts'
import type { Model } from '../../ports/model.ts'
import type { Batch } from '../batches/batch.ts'
import { listDedupBatches } from '../batches/dedup-batches.ts'
import { listFusionBatches } from '../batches/fusion-batches.ts'
import { listMergeGroups, type MergeGroup } from '../merge-source.ts'
import { openAsker } from './ask.ts'
import { openBudget } from './budget.ts'
import { judgeContext } from './judge-context.ts'
import { lastOfEach, ledgerAfter } from './ledger-after.ts'
import { type MergeStep, type MergeStepContext, namesOf, runMergeStep } from './merge-step.ts'
import { type NarrativeStep, runNarrativeStep } from './narrative-step.ts'
import type { Proposed, ProposeOutcome } from './outcome.ts'
import type { ProposeRequest } from './propose-request.ts'
import { runStaleStep, type StaleStep } from './stale-step.ts'

/** Asks a model what rules can't tell, and judges each answer. Reads the memory, and changes nothing. */
export async function runProposals(request: ProposeRequest): Promise<ProposeOutcome> {
  const { model, limits, clock, steps, noCalls } = request
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
  const groups = listMergeGroups(request)
  const common = {
    asker,
    maxInputTokens: limits.maxInputTokens,
    maxOutputTokens: limits.maxOutputTokens,
    decided: new Set(request.full ? [] : request.ledger.decided),
    noCalls,
    redact: request.redact,
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
  const narrative: NarrativeStep = steps.has('narrative')
    ? await runNarrativeStep(request.narrated, {
        ...common,
        counter: request.counter,
        recall: limits.narrativeRecall,
        known: request.full ? [] : request.ledger.narratives,
        retryRejected: request.retryRejected,
      })
    : { narratives: request.ledger.narratives, skipped: [], planned: [] }
  const proposed = [...dedup.proposed, ...fusion.proposed]
  const skipped = [...dedup.skipped, ...fusion.skipped, ...stale.skipped, ...narrative.skipped]
  const verdictOf = (wanted: Proposed['proposal']['verdict']) =>
    proposed.filter(({ proposal }) => proposal.verdict === wanted)
  const passed = verdictOf('accept')
  const rejected = lastOfEach(verdictOf('reject'))
  const waiting = [...(request.allWait ? passed : []), ...verdictOf('review')]
  const failed = skipped.filter(({ attempts }) => attempts > 0).length
  return {
    status: statusOf(asker.stopped, failed),
    accepted: request.allWait ? [] : passed,
    waiting,
    rejected,
    stale: stale.verdicts,
    skipped,
    planned: [dedup, fusion, stale, narrative].flatMap(({ planned }) => planned),
    coverage: coverageOf(groups, pairs, new Set([...request.ledger.decided, ...dedup.decided])),
    failed,
    retries: dedup.retries + fusion.retries,
    spent: budget.spent,
    ledger: {
      ...ledgerAfter(
        { ...request, agent: agentOf(model) },
        {
          rejected,
          waiting,
          skipped,
          decided: [...dedup.decided, ...fusion.decided, ...stale.decided],
        },
      ),
      narratives: narrative.narratives,
      answers: [],
    },
  }
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

function statusOf(
  stopped: { readonly reason: string; readonly isBudget: boolean } | undefined,
  failed: number,
): ProposeOutcome['status'] {
  if (stopped?.isBudget) return 'partial'
  if (stopped?.reason.startsWith('unavailable')) return 'unavailable'
  return failed > 0 || stopped !== undefined ? 'degraded' : 'ok'
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
