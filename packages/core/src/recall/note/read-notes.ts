import type { OpenView } from '../../compact/open-view.ts'
import { type Compacted, listCompacted } from '../../digest/list-compacted.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { digestMarks } from './marks.ts'
import { headlineOf, type ShownNote } from './shown-note.ts'

/** What is shown of what lies under a digest. */
export interface CompactionDisplay {
  readonly withIds: boolean
  readonly expands: boolean
  readonly depth: number
  /** Most ids listed of one digest. */
  readonly maxNodes?: number
}

export interface NoteSource {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly isRaw: boolean
  readonly counter: TokenCounter
  readonly compaction: CompactionDisplay
}

/** Something to show, and what it was met by. */
export interface Wanted {
  readonly id: EntryId
  readonly via?: EntryId | undefined
}

/** A note with its entry. */
export interface ReadNote {
  readonly note: ShownNote
  readonly entry: Entry
}

/** Reads what is to be shown of entries, many at once; by id. */
export function readNotes(source: NoteSource, wanted: readonly Wanted[]): ReadonlyMap<EntryId, ReadNote> {
  const { reader, view, isRaw, counter, compaction } = source
  const ids = wanted.map(({ id }) => id)
  const views = view.viewsOf(ids)
  const viaOf = new Map(wanted.map(({ id, via }) => [id, via]))
  const notes = new Map<EntryId, ReadNote>()
  for (const entry of reader.entries({ visibility: 'all', scopes: view.scopes, ids })) {
    const standing = views.get(entry.id)
    const standsForOthers = (standing?.stands_for ?? 0) > 0
    const via = viaOf.get(entry.id)
    const note: ShownNote = {
      id: entry.id,
      title: entry.title,
      headline: headlineOf(entry),
      type: entry.type,
      tags: !isRaw && standing?.hidden === undefined ? (standing?.tags ?? entry.tags) : entry.tags,
      marks: standsForOthers ? digestMarks(reader, view, entry, counter) : {},
      via: via === entry.id ? undefined : via,
      under: isRaw ? (standing?.hidden?.by ?? undefined) : undefined,
      compacted:
        compaction.withIds && standsForOthers
          ? limited(listCompacted(reader, view, entry.id, compaction.depth), compaction.maxNodes)
          : undefined,
      compactedFrom: undefined,
    }
    notes.set(entry.id, { note, entry })
  }
  return notes
}

/** The notes that lie under a digest, in order, where that was asked for. */
export function readExpansion(source: NoteSource, { note }: ReadNote): readonly ReadNote[] {
  const { reader, view, compaction } = source
  if (!compaction.expands || note.marks.compacts === undefined) return []
  const under = listCompacted(reader, view, note.id, compaction.depth).slice(0, compaction.maxNodes)
  const notes = readNotes(source, under)
  return under.flatMap(({ id, from, depth }) => {
    const read = notes.get(id)
    if (read === undefined) return []
    const compactedFrom = { digest: from, depth }
    return [{ ...read, note: { ...read.note, compacted: undefined, compactedFrom } }]
  })
}

function limited(items: readonly Compacted[], most: number | undefined): ShownNote['compacted'] {
  return { items: items.slice(0, most), total: items.length }
}
