import { existsSync } from 'node:fs'
import {
  addSums,
  EMPTY_SUM,
  type EntryId,
  entryDigest,
  findRowOfId,
  HIDDEN_REASONS,
  type HiddenReason,
  hashOfSums,
  type IndexPlan,
  type InputSum,
  idAt,
  type JsonObject,
  orderCategories,
  type Rendering,
  renderIndex,
  renderingConfig,
  type StoreReader,
  type Stretch,
  sha256,
} from '@varve/core'
import type { Narrative } from '@varve/core/propose'
import type { Config } from '../../config/config.ts'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { readProse } from '../propose/proposal-file.ts'
import { tokenCounter } from '../token-counter.ts'
import { areFilesKept, type CompactedFile, composeCompactedFiles } from './compacted-files.ts'
import { loadKeptRendering } from './kept-rendering.ts'
import { planCacheIndex } from './plan-cache-index.ts'
import { changesSince, type RenderingSource, renderAll, renderChanges } from './render-entries.ts'
import { inputOf } from './rendered-entry.ts'
import { KEPT_LAYOUT, type KeptRendering } from './rendering-file.ts'

export interface RenderedCache {
  readonly inputs: string
  readonly index: IndexPlan
  /** Lines of the index that prose may stand for. */
  listStretches(): readonly Stretch[]
  /** Heads by category, in the order of the files. */
  readonly categories: readonly { readonly name: string; readonly live: number; readonly shown: number }[]
  /** How many entries are shown. */
  readonly live: number
  /** What is shown, by id. */
  heads(): readonly EntryId[]
  /** How many entries are hidden, by reason. */
  readonly hidden: Readonly<Record<HiddenReason, number>>
  readonly compacted: readonly CompactedFile[]
  readonly indexText: string
  /** Where the files on the disk are these already, byte for byte. */
  readonly isCurrent: boolean
  /** Where the next run can start from what this one started from. */
  readonly isKept: boolean
  /** What the next run may start from, but for the stamps of the files. */
  readonly kept: Omit<KeptRendering, 'files'>
}

export interface RenderOptions {
  /** Looks at nothing that was kept of the last rendering. */
  readonly afresh?: boolean
  /** Prose for the index, where it isn't what is kept. */
  readonly narratives?: readonly Narrative[]
}

/** Everything the cache holds, as bytes, all of one moment; nothing is written here. */
export function renderContextCache(context: OperationContext, options: RenderOptions = {}): RenderedCache {
  return context.reading().snapshot(() => renderMoment(context, options))
}

function renderMoment(context: OperationContext, options: RenderOptions): RenderedCache {
  const { afresh = false, narratives = readProse(context) } = options
  const source = sourceOf(context)
  const { reader, view, config } = source
  const moment = reader.moment()
  const kept = afresh ? undefined : usableRendering(context)
  const changed = changesSince(source, kept)
  const start =
    kept && changed && areFilesKept(context.place.cacheDir, kept.files) ? { ...kept, changed } : undefined
  const updated = start ? renderChanges(source, start.rendering, start.changed) : renderAll(source)
  const { rendering } = updated
  const inputs = inputsOf(source, rendering.sum, narratives)
  const { categories } = config.memory
  const compacted = composeCompactedFiles(updated, start?.files ?? [], { inputs, categories })
  const { plan: index, listStretches } = planCacheIndex(source, rendering, { inputs, narratives })
  return {
    inputs,
    index,
    listStretches,
    ...countHeads(rendering, index, categories),
    heads: () => listHeads(rendering),
    hidden: countHidden(rendering),
    compacted,
    indexText: renderIndex(index),
    // Equal inputs give equal bytes, and the files are those that were written then.
    isCurrent: start?.inputs === inputs,
    isKept: start?.changed.size === 0 && start.inputs === inputs,
    kept: { basis: basisOf(context), moment, overlaid: [...view.overlaid], inputs, rendering },
  }
}

/** The `inputs` of what the cache would hold now: tells whether it is stale. */
export function currentInputs(context: OperationContext): string {
  const source = sourceOf(context)
  const kept = usableRendering(context)
  const changed = changesSince(source, kept)
  const narratives = readProse(context)
  if (kept && changed) {
    return inputsOf(source, renderChanges(source, kept.rendering, changed).rendering.sum, narratives)
  }
  let sum: InputSum = EMPTY_SUM
  for (const row of source.reader.compactionRows({ scopes: source.view.scopes })) {
    sum = addSums(sum, entryDigest(inputOf(row)))
  }
  return inputsOf(source, sum, narratives)
}

function sourceOf(context: OperationContext): RenderingSource {
  const reader = context.reading()
  const { config } = context
  return { reader, view: viewFor(context, reader), config, counter: tokenCounter(config.memory.counter) }
}

function usableRendering(context: OperationContext): KeptRendering | undefined {
  // Without a database the memory is an empty one, and its moments are of no other.
  if (!existsSync(context.place.databasePath)) return undefined
  return loadKeptRendering(context.place, basisOf(context))
}

/** The store that it was rendered from, and every rule and setting that it was rendered by. */
function basisOf({ config, reading }: OperationContext): string {
  const { project, client } = reading()
  return JSON.stringify([KEPT_LAYOUT, project, client, hashOfSums(EMPTY_SUM, restOf(config, []))])
}

function inputsOf(
  { reader, config }: Pick<RenderingSource, 'reader' | 'config'>,
  entries: InputSum,
  narratives: readonly Narrative[],
): string {
  return hashOfSums(entries, restOf(config, narratives, reader))
}

function restOf(
  config: Config,
  narratives: readonly Narrative[],
  reader?: StoreReader,
): Parameters<typeof hashOfSums>[1] {
  return {
    lineage: reader?.lineage({}) ?? [],
    reviews: reader?.reviews() ?? [],
    // The configuration was read from JSON and checked against the table of settings.
    config: renderingConfig(config.memory as unknown as JsonObject),
    narratives: narratives.map(({ category, key, text }) => ({ category, hash: sha256(`${key}\n${text}`) })),
  }
}

function countHeads(
  rendering: Rendering,
  index: IndexPlan,
  configured: Config['memory']['categories'],
): Pick<RenderedCache, 'categories' | 'live'> {
  const { categories, category, live } = rendering
  const shown = categories.map(() => 0)
  for (const id of index.shown) {
    // The index shows nothing but what was rendered.
    const place = category[findRowOfId(rendering, id) ?? 0] ?? 0
    shown[place] = (shown[place] ?? 0) + 1
  }
  const counts = new Map(
    categories.map((name, place) => [name, { live: live[place] ?? 0, shown: shown[place] ?? 0 }]),
  )
  const withHeads = categories.filter((_, place) => (live[place] ?? 0) > 0)
  return {
    live: live.reduce((sum, many) => sum + many, 0),
    categories: orderCategories(withHeads, configured).map(({ name }) => ({
      name,
      ...(counts.get(name) ?? { live: 0, shown: 0 }),
    })),
  }
}

function listHeads(rendering: Rendering): readonly EntryId[] {
  const heads = rendering.order.filter((row) => rendering.hidden[row] === 0)
  return Array.from(heads, (row) => idAt(rendering, row))
}

function countHidden({ hiddenFor }: Rendering): RenderedCache['hidden'] {
  return Object.fromEntries(HIDDEN_REASONS.map((reason, place) => [reason, hiddenFor[place] ?? 0])) as Record<
    HiddenReason,
    number
  >
}
