import type { EntryId, Model } from '@varve/core'
import type { Doubt, Ledger, ProposeRequest, ProposeStep } from '@varve/core/propose'
import { brokenAmong, checkAgainstProject } from '../check-against-project.ts'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { doubtsAmong } from './doubts-among.ts'
import { mergeSettings } from './merge-settings.ts'

/** What may be said of one run; the settings say the rest. */
export interface Stage2Input {
  readonly only?: string | undefined
  readonly category?: readonly string[]
  readonly full?: boolean
  readonly resume?: boolean
  readonly retryRejected?: boolean
  readonly thorough?: boolean
  readonly noCalls?: boolean
  readonly noProse?: boolean
  readonly maxTokens?: number | undefined
}

/** What a run asks of which entries. */
export interface Questions {
  readonly steps: ReadonlySet<ProposeStep>
  /** What the project no longer bears out. */
  readonly broken: Iterable<EntryId>
  readonly doubts: readonly Doubt[]
}

/** All that the settings say. Files are looked into only where an answer depends on them. */
function questionsOf(context: OperationContext, input: Stage2Input): Questions {
  const steps = stepsOf(context, input)
  if (ON_ENTRIES.every((step) => !steps.has(step))) return { steps, broken: [], doubts: [] }
  const reader = context.reading()
  const checked = checkAgainstProject(context, viewFor(context, reader).entries({ visibility: 'heads' }))
  return {
    steps,
    broken: brokenAmong(checked),
    doubts: steps.has('stale') ? doubtsAmong(context, checked) : [],
  }
}

const ON_ENTRIES: readonly ProposeStep[] = ['dedup', 'fusion', 'stale']

/** A run as the settings and the flags describe it. */
export function proposeRequest(
  context: OperationContext,
  input: Stage2Input,
  {
    model,
    ledger,
    apart,
    asks = questionsOf(context, input),
  }: {
    readonly model: Model
    readonly ledger: Ledger
    readonly apart: ReadonlySet<EntryId>
    readonly asks?: Questions
  },
): Omit<ProposeRequest, 'keep' | 'settle'> {
  const { compaction, categories } = context.config.memory
  const settings = mergeSettings(context)
  const reader = context.reading()
  const view = viewFor(context, reader)
  return {
    reader,
    view,
    model,
    steps: asks.steps,
    ledger,
    ...settings,
    limits: { ...settings.limits, maxTokens: input.maxTokens ?? settings.limits.maxTokens },
    ...(input.thorough && { coverage: 'all-pairs' as const }),
    categories: categories.map(({ name }) => name),
    ...(input.category !== undefined && input.category.length > 0 && { only: new Set(input.category) }),
    broken: new Set([...asks.broken, ...apart]),
    doubts: asks.doubts.filter(({ entry }) => !apart.has(entry.id)),
    full: (input.full ?? false) || !compaction.incremental,
    retryRejected: input.retryRejected ?? false,
    resume: input.resume ?? false,
    noCalls: input.noCalls ?? false,
    clock: context.clock,
    pause: context.pause,
  }
}

/** Each switch switches its own step. */
function stepsOf(
  context: OperationContext,
  { only, noProse }: Pick<Stage2Input, 'only' | 'noProse'>,
): ReadonlySet<ProposeStep> {
  const { semanticDedup, entryFusion, stalenessCheck, narrativeIndex } = context.config.memory.compaction
  const switched: readonly (readonly [ProposeStep, boolean])[] = [
    ['dedup', semanticDedup],
    ['fusion', entryFusion],
    ['stale', stalenessCheck],
    ['narrative', narrativeIndex && noProse !== true],
  ]
  const wanted = only?.split(',').map((name) => name.trim())
  return new Set(switched.flatMap(([step, isOn]) => (isOn && (wanted?.includes(step) ?? true) ? [step] : [])))
}
