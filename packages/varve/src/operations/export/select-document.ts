import { by, byNumber, byText, type Entry, type EntryId, inOrder, type StoreReader } from '@varve/core'
import { isDigestKind } from '@varve/core/digest'
import { openGraph, type Selection, selectEntries } from '@varve/core/recall'
import type { DocumentEntry, ExportedDocument, LinkMode } from '../../export/document/document.ts'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { findByWords } from '../find-by-words.ts'
import { findEntry } from '../find-entry.ts'

/** What a document is to be made of. */
export interface DocumentChoice {
  readonly note: readonly string[]
  readonly collectionRoot: readonly string[]
  readonly tag: readonly string[]
  readonly query: string | undefined
  readonly raw: boolean
  readonly linkMode: LinkMode
}

const NOTHING: Selection = {
  notes: [],
  roots: [],
  isTransitive: false,
  walk: undefined,
  query: undefined,
  tags: [],
  categories: [],
  minimumValue: undefined,
  filters: [],
  hasBacklinks: false,
  relatedAt: undefined,
}

/**
 * Entries named as they were named, what collections lead to in their order, the rest by date. Without
 * anything to choose by: all that is shown.
 */
export function selectDocument(context: OperationContext, choice: DocumentChoice): ExportedDocument {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const { raw: isRaw, query, tag, linkMode } = choice
  const graph = openGraph(reader, view, { isRaw })
  const search = findByWords(context, reader, view, isRaw)
  const select = (selection: Partial<Selection>): readonly EntryId[] =>
    selectEntries({ reader, view, graph, isRaw, search }, { ...NOTHING, ...selection }).selected.map(
      ({ id }) => id,
    )
  const find = (id: string): EntryId => findEntry(reader, id)
  const roots = choice.collectionRoot.map(find)
  const named = [...choice.note.map(find), ...roots]
  const isOpen = named.length === 0 && query === undefined && tag.length === 0
  const inOrderOfLinks = named.length === 0 ? [] : select({ notes: choice.note.map(find), roots })
  const found = [
    ...(isOpen ? select({ minimumValue: 0 }) : []),
    ...(query === undefined ? [] : select({ query })),
    ...(tag.length === 0 ? [] : select({ tags: tag })),
  ]
  const ids = new Set([...inOrderOfLinks, ...byDate(reader, found)])
  return {
    entries: [...ids].flatMap((id) => documentEntry(reader, id, isRaw)),
    roots: roots.map((id) => graph.nodeOf(id) ?? id),
    linkMode,
  }
}

const dateOrder = inOrder<Entry>(
  by((entry) => entry.created, byNumber),
  by((entry) => entry.id, byText),
)

function byDate(reader: StoreReader, ids: readonly EntryId[]): readonly EntryId[] {
  return ids
    .flatMap((id) => reader.entry(id) ?? [])
    .sort(dateOrder)
    .map(({ id }) => id)
}

function documentEntry(reader: StoreReader, id: EntryId, isRaw: boolean): readonly DocumentEntry[] {
  const entry = reader.entry(id)
  if (entry === undefined || entry.purged) return []
  return [{ entry, members: isRaw ? [] : membersOf(reader, id) }]
}

function membersOf(reader: Pick<StoreReader, 'lineage' | 'entry'>, top: EntryId): readonly Entry[] {
  const found = new Map<EntryId, Entry>()
  const open = [top]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { kind, under } of reader.lineage({ top: next })) {
      const entry = isDigestKind(kind) && under !== top && !found.has(under) ? reader.entry(under) : undefined
      if (entry === undefined || entry.purged || entry.state === 'retracted') continue
      found.set(under, entry)
      open.push(under)
    }
  }
  return [...found.values()].sort(by(({ id }) => id, byText))
}
