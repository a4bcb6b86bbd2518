import {
  checkEntry,
  type Doubt,
  doubtOf,
  type EntryId,
  type Ledger,
  type Model,
  type ProposeRequest,
  type ProposeStep,
  type StaleCheck,
} from '@varve/core'
import { openProjectFiles } from '../../project/project-files.ts'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { tokenCounter } from '../token-counter.ts'
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

/** A run as the settings and the flags describe it. */
export function proposeRequest(
  context: OperationContext,
  input: Stage2Input,
  {
    model,
    ledger,
    apart,
  }: { readonly model: Model; readonly ledger: Ledger; readonly apart: ReadonlySet<EntryId> },
): Omit<ProposeRequest, 'keep' | 'settle'> {
  const { compaction, categories } = context.config.memory
  const settings = mergeSettings(context)
  const reader = context.reading()
  const view = viewFor(context, reader)
  const steps = stepsOf(context, input)
  const { checks, doubts } = readDoubts(context)
  const broken = checks.flatMap(({ id, status }) => (status === 'broken' ? [id] : []))
  return {
    reader,
    view,
    model,
    steps,
    ledger,
    ...settings,
    limits: { ...settings.limits, maxTokens: input.maxTokens ?? settings.limits.maxTokens },
    ...(input.thorough && { coverage: 'all-pairs' as const }),
    categories: categories.map(({ name }) => name),
    ...(input.category !== undefined && input.category.length > 0 && { only: new Set(input.category) }),
    broken: new Set([...broken, ...apart]),
    doubts: doubts.filter(({ entry }) => !apart.has(entry.id)),
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

/** What rules tell of the entries that are shown, and what they leave open. */
export function readDoubts(
  context: OperationContext,
  ids?: ReadonlySet<EntryId>,
): { readonly checks: readonly StaleCheck[]; readonly doubts: readonly Doubt[] } {
  const { place, config, clock, git } = context
  const { staleness } = config.memory.compaction
  const files = openProjectFiles(place.top, (args) => git(place.top, args))
  const request = {
    files,
    now: clock.now(),
    staleAfterDays: config.memory.staleAfterDays,
    maxFiles: staleness.maxFilesPerEntry,
  }
  const shown = {
    files,
    maxFiles: staleness.maxFilesPerEntry,
    snippetLines: staleness.snippetLines,
    counter: tokenCounter(config.memory.counter),
    redact: context.redact,
  }
  const entries = [...viewFor(context, context.reading()).entries({ visibility: 'heads' })]
  const checked = entries
    .filter(({ id }) => ids?.has(id) ?? true)
    .map((entry) => ({ entry, check: checkEntry(entry, request) }))
  return {
    checks: checked.map(({ check }) => check),
    doubts: checked.flatMap(({ entry, check }) => doubtOf(entry, check, shown) ?? []),
  }
}
