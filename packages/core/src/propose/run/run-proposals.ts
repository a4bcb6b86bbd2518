import type { OpenView } from '../../compact/open-view.ts'
import { reviewItemId } from '../../compact/review-item.ts'
import type { EntryId } from '../../domain/ids.ts'
import { sortedUnique } from '../../domain/order.ts'
import type { WallClock } from '../../ports/clock.ts'
import type { Model } from '../../ports/model.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { readDecision } from '../../review/decision.ts'
import { type Batch, nameOf, pairsOf } from '../batches/batch.ts'
import { type Coverage, listDedupBatches } from '../batches/dedup-batches.ts'
import { listFusionBatches } from '../batches/fusion-batches.ts'
import type { GroupLimits, JudgeContext } from '../judge-group.ts'
import { type Ledger, type RejectedProposal, withRejected } from '../ledger.ts'
import { listMergeGroups, type MergeGroup, type MergeSource } from '../merge-source.ts'
import type { NarratedCategory } from '../narrative/narrative.ts'
import { MERGE_PROMPTS } from '../prompts/merge-prompts.ts'
import type { Doubt } from '../stale/stale-question.ts'
import { type AskLimits, openAsker } from './ask.ts'
import { openBudget, type RunLimits } from './budget.ts'
import { type MergeStep, type MergeStepContext, namesOf, runMergeStep } from './merge-step.ts'
import { type NarrativeStep, runNarrativeStep } from './narrative-step.ts'
import type { Proposed, ProposeOutcome, ProposeStep, Skipped } from './outcome.ts'
import { runStaleStep, type StaleStep } from './stale-step.ts'

export interface ProposeLimits extends RunLimits, AskLimits, GroupLimits {
  readonly maxEntriesPerCall: number
  readonly minFusionSize: number
  readonly narrativeRecall: number
}

export interface ProposeRequest {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly model: Model
  readonly steps: ReadonlySet<ProposeStep>
  readonly limits: ProposeLimits
  readonly coverage: Coverage
  readonly categories: readonly string[]
  readonly only?: ReadonlySet<string>
  /** Entries that rules found broken, and those that rules couldn't decide. */
  readonly broken: ReadonlySet<EntryId>
  readonly doubts: readonly Doubt[]
  /** What the index lists, by category. */
  readonly narrated: readonly NarratedCategory[]
  readonly ledger: Ledger
  /** Asks about everything again, whatever was decided. */
  readonly full: boolean
  readonly retryRejected: boolean
  /** Takes up the answers of a run that was broken off. */
  readonly resume: boolean
  /** Lists the questions, and asks none. */
  readonly noCalls: boolean
  /** What passes the guard waits for a person too. */
  readonly allWait: boolean
  readonly clock: WallClock
  readonly pause: (ms: number) => Promise<void>
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
  readonly isSecret: (text: string) => boolean
  /** Keeps the ledger after each answer, so that a run that is broken off loses none. */
  readonly keep: (ledger: Ledger) => void
}

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
      ...withRejected(request.ledger, rejectedRows(request, rejected.filter(isNews), skipped)),
      decided: sortedUnique([
        ...request.ledger.decided,
        ...dedup.decided,
        ...fusion.decided,
        ...stale.decided,
      ]),
      waiting: waitingRows(request, waiting),
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

function dedupBatches(groups: readonly MergeGroup[], { coverage, limits }: ProposeRequest) {
  return listDedupBatches(groups, {
    coverage,
    maxEntries: limits.maxEntriesPerCall,
    maxCalls: limits.maxCalls,
  })
}

function fusionBatches(groups: readonly MergeGroup[], { limits, counter }: ProposeRequest) {
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

function judgeContext(request: ProposeRequest): JudgeContext {
  const { reader, limits, redact, isSecret, ledger, retryRejected, full } = request
  const before = new Map(ledger.rejected.map(({ name, detail }) => [name, detail]))
  return {
    project: reader.project,
    limits,
    redact,
    isSecret,
    turnedDown(kind, id, sources) {
      if (keptApart(reader, kind, sources)) return 'kept apart in review'
      const known = reader.entry(id)
      if (known?.state === 'active') return 'it is there already'
      if (retryRejected) return undefined
      if (known !== undefined) return 'it was taken back'
      return full ? undefined : before.get(nameOfSources(kind, sources))
    },
  }
}

function nameOfSources(kind: keyof typeof MERGE_PROMPTS, sources: readonly MergeSource[]): string {
  return nameOf(
    MERGE_PROMPTS[kind].name,
    sources.map(({ key }) => key),
  )
}

/** A person said of two of them that they are not the same. */
function keptApart(
  reader: StoreReader,
  kind: keyof typeof MERGE_PROMPTS,
  sources: readonly MergeSource[],
): boolean {
  if (kind === 'fuse') return false
  return pairsOf(sources.map(({ entry }) => entry.id)).some(
    (pair) => readDecision(reader.review(reviewItemId('near_duplicate', pair)))?.action === 'reject',
  )
}

/** The same group twice in one run is one rejection. */
function lastOfEach(proposed: readonly Proposed[]): readonly Proposed[] {
  return [...new Map(proposed.map((each) => [`${each.prompt} ${each.proposal.id}`, each])).values()]
}

function isNews({ proposal }: Proposed): boolean {
  return !proposal.codes.includes('declined')
}

function rejectedRows(
  { clock, model }: ProposeRequest,
  rejected: readonly Proposed[],
  skipped: readonly Skipped[],
): readonly RejectedProposal[] {
  const about = { at: clock.now(), model: agentOf(model) }
  return [
    ...rejected.map(({ prompt, proposal }) => ({
      ...about,
      prompt,
      name: nameOfSources(proposal.kind, proposal.sources),
      sources: proposal.sources.map(({ entry }) => entry.id),
      codes: proposal.codes,
      detail: proposal.detail,
    })),
    ...skipped
      .filter(({ attempts }) => attempts > 0)
      .map(({ step, entries, reason, attempts }) => ({
        ...about,
        prompt: step,
        name: '',
        sources: entries,
        codes: ['G01'],
        detail: `${reason} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`,
      })),
  ]
}

function waitingRows(
  { ledger, clock, model }: ProposeRequest,
  waiting: readonly Proposed[],
): Ledger['waiting'] {
  const added = waiting.map(({ prompt, proposal }) => ({
    at: clock.now(),
    model: agentOf(model),
    prompt,
    name: nameOfSources(proposal.kind, proposal.sources),
    id: proposal.id,
    sources: proposal.sources.map(({ entry }) => entry.id),
    text: proposal.text,
    codes: proposal.codes,
    detail: proposal.detail,
  }))
  const ids = new Set(added.map(({ id }) => id))
  return [...ledger.waiting.filter(({ id }) => !ids.has(id)), ...added]
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
