import {
  assertedTo,
  type CompactionRow,
  type Entry,
  type EntryId,
  type EntryView,
  HIDDEN_REASONS,
  type HiddenReason,
  hasFlag,
  type IndexPlan,
  inputsHash,
  type JsonObject,
  listCompactedFiles,
  type OpenView,
  orderCategories,
  planIndex,
  type RenderEntry,
  renderIndex,
  renderingConfig,
  type StoreReader,
  sha256,
  shortIds,
  type TokenCounter,
} from '@varve/core'
import type { Config } from '../config/config.ts'

/** A rendered file: its path below the cache directory, and its text. */
export interface CacheFile {
  readonly path: string
  readonly text: string
}

export interface RenderedCache {
  readonly inputs: string
  readonly index: IndexPlan
  /** Heads by category, in the order of the files. */
  readonly categories: readonly { readonly name: string; readonly live: number; readonly shown: number }[]
  /** What is shown, by id. */
  readonly heads: readonly EntryId[]
  /** How many entries are hidden, by reason. */
  readonly hidden: Readonly<Record<HiddenReason, number>>
  readonly files: readonly CacheFile[]
}

/** The `inputs` of what a cache would hold now: tells whether one is stale. */
export function cacheInputs(reader: StoreReader, view: OpenView, config: Config): string {
  return inputsOf(reader, [...reader.compactionRows({ scopes: view.scopes })], config)
}

function inputsOf(reader: StoreReader, rows: readonly CompactionRow[], config: Config): string {
  return inputsHash({
    entries: rows.map((row) => ({
      id: row.id,
      contentHash: row.content_hash,
      category: row.category,
      at: row.at,
      confidence: row.confidence,
      state: row.retracted ? 'retracted' : 'active',
      pinned: row.pinned,
      flagsHash: row.marks,
    })),
    lineage: reader.lineage({}),
    reviews: reader.reviews(),
    // The configuration was read from JSON and checked against the table of settings.
    config: renderingConfig(config.memory as unknown as JsonObject),
    narratives: [],
  })
}

/** Everything the cache holds, as strings; nothing is written here. */
export function renderCache(
  reader: StoreReader,
  view: OpenView,
  config: Config,
  counter: TokenCounter,
): RenderedCache {
  const rows = [...reader.compactionRows({ scopes: view.scopes })]
  const inputs = inputsOf(reader, rows, config)
  const { categories, indexWeights, autoInjectTokenBudget } = config.memory
  const views = view.allViews()
  const heads = listHeads(rows, view, views)
  const lines = heads.map(({ entry, render }) => ({ ...render, content: indexText(entry) }))
  const index = planIndex(lines, { categories, indexWeights, budget: autoInjectTokenBudget, counter }, inputs)
  const bodies = heads.map(({ entry, render }) => ({ ...render, content: bodyText(entry) }))
  const shown = new Set<string>(index.shown)
  const byCategory = Map.groupBy(heads, ({ entry }) => entry.category)
  return {
    inputs,
    index,
    heads: heads.map(({ entry }) => entry.id),
    hidden: countHidden(rows, views),
    categories: orderCategories(byCategory.keys(), categories).map(({ name }) => {
      const members = byCategory.get(name) ?? []
      return { name, live: members.length, shown: members.filter(({ entry }) => shown.has(entry.id)).length }
    }),
    files: [
      ...listCompactedFiles(bodies, categories, inputs).map(({ category, text }) => ({
        path: `compacted/${fileNameOf(category)}.md`,
        text,
      })),
      { path: 'index.md', text: renderIndex(index) },
    ],
  }
}

function countHidden(
  rows: readonly CompactionRow[],
  views: ReadonlyMap<EntryId, EntryView>,
): RenderedCache['hidden'] {
  const counts = new Map<HiddenReason, number>()
  for (const { id } of rows) {
    const reason = views.get(id)?.hidden?.reason
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return Object.fromEntries(HIDDEN_REASONS.map((reason) => [reason, counts.get(reason) ?? 0])) as Record<
    HiddenReason,
    number
  >
}

const SHORT_BODY = 200

/** What an entry says in one line: with what it speaks of; of a long note, its title and summary. */
function indexText(entry: Entry): string {
  const { title, summary, content } = entry
  if (title === undefined) return about(entry) + content
  if (summary !== undefined) return `${title}: ${summary}`
  return content.length <= SHORT_BODY ? `${title}: ${content}` : title
}

function about({ entity }: Entry): string {
  return entity === undefined ? '' : `${entity.name}: `
}

function bodyText(entry: Entry): string {
  const { title, content } = entry
  return title === undefined ? about(entry) + content : `**${title}**\n\n${content}`
}

const SAFE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** An imported category may be any text; its file has a name that every file system takes. */
function fileNameOf(category: string): string {
  return SAFE_NAME.test(category) ? category : `other-${sha256(category).slice(0, 12)}`
}

interface Head {
  readonly entry: Entry
  readonly render: RenderEntry
}

function listHeads(
  rows: readonly CompactionRow[],
  view: OpenView,
  views: ReadonlyMap<EntryId, EntryView>,
): readonly Head[] {
  const short = shortIds(rows.map((row) => row.id))
  const shortOf = (id: EntryId) => short.get(id) ?? id
  return [...view.entries({ visibility: 'heads' })].map((entry) => ({
    entry,
    render: renderEntryOf(entry, views.get(entry.id), shortOf),
  }))
}

function renderEntryOf(
  entry: Entry,
  standing: EntryView | undefined,
  shortOf: (id: EntryId) => string,
): RenderEntry {
  return {
    id: entry.id,
    shortId: shortOf(entry.id),
    content: entry.content,
    category: entry.category,
    assertedTo: assertedTo(entry),
    confidence: standing?.confidence ?? entry.confidence,
    trust: entry.source.trust,
    pinned: entry.pinned ?? false,
    stale: hasFlag(entry, 'stale'),
    conflicts: (standing?.contested_by ?? []).map(shortOf),
    forks: (standing?.forks ?? []).map(shortOf),
    standsFor: standing?.stands_for ?? 0,
    quarantined: hasFlag(entry, 'untrusted'),
  }
}
