import { type Entry, type EntryId, entryId, type JsonObject, type StoreReader } from '@varve/core'
import {
  acceptedRows,
  type Batch,
  dedupBatches,
  entryLines,
  fusionBatches,
  judgeContext,
  judgeGroups,
  ledgerAfter,
  listMergeGroups,
  MERGE_PROMPTS,
  type MergeKind,
  type MergeSource,
  namesOf,
  type Proposed,
  planMerges,
  withAccepted,
} from '@varve/core/propose'
import * as z from 'zod/mini'
import { brokenAmong, checkAgainstProject } from '../../check-against-project.ts'
import { viewFor } from '../../commit.ts'
import type { OperationContext } from '../../context.ts'
import { mergeSettings } from '../../propose/merge-settings.ts'
import { readLedger, writeLedger } from '../../propose/proposal-file.ts'
import { defineMode, type Judgement, type JudgeRequest, type Rejection, type WorkMode } from '../mode.ts'

const group = z.object({
  ids: z.array(z.string()),
  text: z.string(),
  dropped: z._default(z.array(z.object({ e: z.string(), anchor: z.string() })), []),
})
type Group = z.infer<typeof group>

const STEPS = { dedup: 'dedup', fuse: 'fusion' } as const

/** The questions of stage 2, for an agent that is the model: the same batches, and the same guard. */
export const compactModes: readonly WorkMode[] = [
  compactMode('dedup', z.object({ groups: z.array(group) }), ({ groups }) => groups),
  compactMode('fuse', z.object({ fusions: z.array(group) }), ({ fusions }) => fusions),
]

function compactMode<A>(
  kind: MergeKind,
  answer: z.ZodMiniType<A>,
  groupsOf: (answer: A) => readonly Group[],
): WorkMode {
  const { name: prompt, system } = MERGE_PROMPTS[kind]
  return defineMode<A>({
    name: 'compact',
    kind: `compact.${STEPS[kind]}`,
    prompt,
    instructions: system,
    answer,
    maxItems: 5,
    settlesByAnswer: true,
    listSubjects: (reader, context) => openBatches(reader, context, kind).map(subjectOf),
    buildInputs(reader, subject, context) {
      const batch = batchOf(reader, context, kind, subject)
      const lines = entryLines(batch.candidates, context.redact)
      return {
        json: {
          entries: lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as JsonObject),
        },
        ids: new Map([['subject', subject]]),
      }
    },
    judge: (parsed, request) => judge(kind, groupsOf(parsed), request),
  })
}

/** What is asked of a model that is the agent itself, where the project wants that. */
function openBatches(reader: StoreReader, context: OperationContext, kind: MergeKind): readonly Batch[] {
  const { llmAssisted, llmProvider, semanticDedup, entryFusion } = context.config.memory.compaction
  const isOn = kind === 'dedup' ? semanticDedup : entryFusion
  if (!llmAssisted || llmProvider !== 'agent' || !isOn) return []
  const settings = mergeSettings(context)
  const heads = viewFor(context, reader).entries({ visibility: 'heads' })
  const groups = groupsIn(reader, context, brokenIn(context, heads))
  const decided = new Set(readLedger(context).decided)
  const batches = kind === 'dedup' ? dedupBatches(groups, settings) : fusionBatches(groups, settings)
  return batches.filter((batch) => namesOf(batch).some((name) => !decided.has(name)))
}

function groupsIn(reader: StoreReader, context: OperationContext, broken: readonly EntryId[]) {
  const categories = context.config.memory.categories.map(({ name }) => name)
  return listMergeGroups({ reader, view: viewFor(context, reader), categories, broken: new Set(broken) })
}

/** What the project no longer bears out is merged into nothing. */
function brokenIn(context: OperationContext, entries: Iterable<Entry>): readonly EntryId[] {
  return brokenAmong(checkAgainstProject(context, entries))
}

function subjectOf({ candidates }: Batch): string {
  return candidates.map(({ entry }) => entry.id).join(' ')
}

/** The entries of a task that may still be spoken of, in the order in which they were handed out. */
function batchOf(reader: StoreReader, context: OperationContext, kind: MergeKind, subject: string): Batch {
  const ids = subject.split(' ').map(entryId)
  const broken = brokenIn(
    context,
    ids.flatMap((id) => reader.entry(id) ?? []),
  )
  const known = new Map<string, MergeSource>(
    groupsIn(reader, context, broken).flatMap(({ candidates }) =>
      candidates.map((candidate) => [candidate.entry.id, candidate] as const),
    ),
  )
  const candidates = ids.flatMap((id) => known.get(id) ?? [])
  return { kind, category: candidates[0]?.entry.category ?? '', candidates }
}

function judge(
  kind: MergeKind,
  groups: readonly Group[],
  { reader, inputs, context, command }: JudgeRequest,
): Judgement {
  const settings = mergeSettings(context)
  const batch = batchOf(reader, context, kind, inputs.ids.get('subject') ?? '')
  const ledger = readLedger(context)
  // What the guard turned down may be put right, for as long as the task is held; what a person did stays so.
  const byPeople = ledger.rejected.filter(({ codes }) => codes.includes('person'))
  const before = { ...ledger, rejected: byPeople }
  const judging = judgeContext({ ...settings, reader, ledger: before, retryRejected: false, full: false })
  const agent = `varve/agent:${context.actor}`
  const proposed = judgeGroups(batch, groups, judging).map(
    (proposal): Proposed => ({
      step: STEPS[kind],
      prompt: MERGE_PROMPTS[kind].name,
      proposal,
    }),
  )
  const of = (verdict: Proposed['proposal']['verdict']) =>
    proposed.filter(({ proposal }) => proposal.verdict === verdict)
  const passed = settings.allWait ? [] : of('accept')
  const waiting = [...(settings.allWait ? of('accept') : []), ...of('review')]
  const rejected = of('reject')
  const plan = planMerges(
    reader,
    passed.map(({ proposal }) => proposal),
    { command, reason: `${MERGE_PROMPTS[kind].name} by ${context.actor}`, agent },
  )
  return {
    accepted: passed.length,
    review: waiting.length,
    rejected: rejected.map(rejectionOf),
    plan: plan.operations.length === 0 ? undefined : plan,
    // A rejected answer may be corrected: what was asked is decided by one that stands.
    settle() {
      const decided = rejected.length > 0 ? [] : namesOf(batch)
      const judged = { rejected, waiting, skipped: [], decided }
      const asked = { ledger, clock: context.clock, agent }
      writeLedger(context, withAccepted(ledgerAfter(asked, judged), acceptedRows(asked, passed)))
    },
  }
}

function rejectionOf({ proposal: { codes, detail } }: Proposed, place: number): Rejection {
  return { item: `groups[${place}]`, codes, detail }
}
