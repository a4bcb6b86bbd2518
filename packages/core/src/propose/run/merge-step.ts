import type { EntryId } from '../../domain/ids.ts'
import { by, byText } from '../../domain/order.ts'
import { type Batch, pairsOf } from '../batches/batch.ts'
import { feedbackOn } from '../feedback.ts'
import { DECLINED, type JudgeContext, judgeGroups } from '../judge-group.ts'
import type { MergeSource } from '../merge-source.ts'
import { nameOf } from '../name-of.ts'
import { type AnsweredGroup, parseGroups } from '../parse-groups.ts'
import { idsUnder, mergeSourceAfter } from '../plan-merges.ts'
import { MERGE_PROMPTS } from '../prompts/merge-prompts.ts'
import { entryLines } from '../prompts/prompt.ts'
import type { Proposal } from '../proposal.ts'
import type { Asker } from './ask.ts'
import type { Planned, Proposed, ProposeStep, Skipped } from './outcome.ts'

export interface MergeStepContext {
  readonly asker: Asker
  readonly judging: JudgeContext
  readonly maxInputTokens: number
  readonly maxOutputTokens: number
  /** Fewer than these are no batch. */
  readonly minSize: (batch: Batch) => number
  /** Names of pairs and clusters that were asked about before. */
  readonly decided: ReadonlySet<string>
  /** The author of what is written. */
  readonly agent: string
  /** Lists the questions and asks none. */
  readonly noCalls: boolean
  /** What passed waits for a person too. */
  readonly allWait: boolean
}

/** What a step came to, and what later ones know by it. */
export interface MergeStep {
  readonly proposed: readonly Proposed[]
  readonly skipped: readonly Skipped[]
  readonly planned: readonly Planned[]
  /** Names of what was asked about. */
  readonly decided: readonly string[]
  readonly retries: number
  /** Entries that lie under an accepted proposal. */
  readonly taken: ReadonlySet<EntryId>
  /** The entries that stand for them. */
  readonly added: readonly MergeSource[]
}

const STEP_OF = { dedup: 'dedup', fuse: 'fusion' } as const satisfies Record<Batch['kind'], ProposeStep>

/** Asks about batches in turn. What one call merged isn't shown to the next. */
export async function runMergeStep(batches: readonly Batch[], context: MergeStepContext): Promise<MergeStep> {
  const proposed: Proposed[] = []
  const skipped: Skipped[] = []
  const planned: Planned[] = []
  const decided = new Set<string>()
  const taken = new Set<EntryId>()
  const added: MergeSource[] = []
  let retries = 0
  const waiting = [...batches].reverse()
  for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
    const left = without(batch, taken)
    const step = STEP_OF[left.kind]
    const ids = left.candidates.map(({ entry }) => entry.id)
    const about = { step, category: left.category, entries: ids }
    if (left.candidates.length < context.minSize(left)) continue
    if (namesOf(left).every((name) => context.decided.has(name) || decided.has(name))) continue
    const question = questionOf(left, context)
    const input = context.asker.inputOf(question.prompt, question.user)
    if (input > context.maxInputTokens) {
      if (left.candidates.length < 2) skipped.push({ ...about, reason: 'too large', attempts: 0 })
      else waiting.push(...halves(left).toReversed())
      continue
    }
    planned.push({ ...about, input, output: context.maxOutputTokens })
    if (context.noCalls) continue
    const asked = await askBatch(left, context)
    if (asked.kind === 'none') {
      skipped.push({ ...about, reason: asked.reason, attempts: asked.attempts })
      continue
    }
    retries += asked.retries
    for (const name of namesOf(left)) decided.add(name)
    for (const proposal of asked.proposals) {
      proposed.push({ step, prompt: question.prompt.name, proposal })
      if (proposal.verdict !== 'accept' || context.allWait) continue
      for (const id of idsUnder(proposal)) taken.add(id)
      if (proposal.keeps === undefined) added.push(mergeSourceAfter(proposal, context.agent))
    }
  }
  return { proposed, skipped, planned, decided: [...decided].sort(byText), retries, taken, added }
}

function without({ candidates, ...batch }: Batch, taken: ReadonlySet<EntryId>): Batch {
  return { ...batch, candidates: candidates.filter(({ entry }) => !taken.has(entry.id)) }
}

function halves({ candidates, ...batch }: Batch): readonly Batch[] {
  const middle = Math.ceil(candidates.length / 2)
  return [candidates.slice(0, middle), candidates.slice(middle)].map((half) => ({
    ...batch,
    candidates: half,
  }))
}

/** What is decided by a batch's answer: each pair of it, or the cluster as a whole. */
export function namesOf({ kind, candidates }: Batch): readonly string[] {
  const { name } = MERGE_PROMPTS[kind]
  const keys = candidates.map(({ key }) => key)
  return kind === 'dedup' ? pairsOf(keys).map((pair) => nameOf(name, pair)) : [nameOf(name, keys)]
}

function questionOf(batch: Batch, { judging }: MergeStepContext) {
  return { prompt: MERGE_PROMPTS[batch.kind], user: entryLines(batch.candidates, judging.redact) }
}

type AskedBatch =
  | { readonly kind: 'proposals'; readonly proposals: readonly Proposal[]; readonly retries: number }
  | { readonly kind: 'none'; readonly reason: string; readonly attempts: number }

/** One question, and once more where something of its answer was rejected. */
async function askBatch(batch: Batch, context: MergeStepContext): Promise<AskedBatch> {
  const { prompt, user } = questionOf(batch, context)
  const parse = (text: string) => parseGroups(text, prompt.member)
  const judge = (groups: readonly AnsweredGroup[]) => judgeGroups(batch, groups, context.judging)
  const first = await context.asker.ask(prompt, user, parse)
  if (first.kind !== 'answer') return { kind: 'none', reason: first.reason, attempts: first.attempts }
  const proposals = judge(first.value)
  const refused = proposals.filter(isRefused)
  if (refused.length === 0) return { kind: 'proposals', proposals, retries: first.retries }
  const again = await context.asker.ask(prompt, `${user}\n\n${feedbackOn(batch, refused)}`, parse)
  if (again.kind !== 'answer') return { kind: 'proposals', proposals, retries: first.retries }
  return {
    kind: 'proposals',
    proposals: joined(proposals, judge(again.value)),
    retries: first.retries + again.retries + 1,
  }
}

/** Turned down by the guard, and not because it was turned down before. */
export function isRefused({ verdict, codes }: Proposal): boolean {
  return verdict === 'reject' && !codes.includes(DECLINED)
}

/** What passed at first stays; the second answer has the last word on the rest. */
function joined(first: readonly Proposal[], second: readonly Proposal[]): readonly Proposal[] {
  const kept = first.filter(({ verdict }) => verdict !== 'reject')
  const used = new Set(kept.flatMap(({ sources }) => sources.map(({ entry }) => entry.id)))
  const mended = second.filter(({ sources }) => !sources.some(({ entry }) => used.has(entry.id)))
  const said = new Set(mended.map(({ id }) => id))
  const dropped = first.filter(({ id, verdict }) => verdict === 'reject' && !said.has(id))
  return [...kept, ...dropped, ...mended].sort(
    by(
      ({ verdict }) => (verdict === 'reject' ? 1 : 0),
      (a, b) => a - b,
    ),
  )
}
