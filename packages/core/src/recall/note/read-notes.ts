import type { OpenView } from '../../compact/open-view.ts'
import { openDigests } from '../../digest/lineage/open-digests.ts'
import { type Compacted, listCompacted } from '../../digest/list-compacted.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { isWithheld } from './is-withheld.ts'
import { type DigestMarks, digestMarks } from './marks.ts'
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
  /** What lies under it, where anything of it was asked for. */
  readonly under: readonly Compacted[]
}

/** Reads what is to be shown of entries, many at once; by id. */
export function readNotes(source: NoteSource, wanted: readonly Wanted[]): ReadonlyMap<EntryId, ReadNote> {
  const { reader, view, isRaw, compaction } = source
  const ids = wanted.map(({ id }) => id)
  const views = view.viewsOf(ids)
  const viaOf = new Map(wanted.map(({ id, via }) => [id, via]))
  const digests = readDigests(
    source,
    ids.filter((id) => (views.get(id)?.stands_for ?? 0) > 0),
  )
  const notes = new Map<EntryId, ReadNote>()
  for (const entry of reader.entries({ visibility: 'all', scopes: view.scopes, ids })) {
    const standing = views.get(entry.id)
    const via = viaOf.get(entry.id)
    const { marks = {}, under = [] } = digests.get(entry.id) ?? {}
    const note: ShownNote = {
      id: entry.id,
      title: entry.title,
      headline: headlineOf(entry),
      type: entry.type,
      tags: !isRaw && standing?.hidden === undefined ? (standing?.tags ?? entry.tags) : entry.tags,
      marks,
      via: via === entry.id ? undefined : via,
      under: isRaw ? (standing?.hidden?.by ?? undefined) : undefined,
      compacted:
        compaction.withIds && digests.has(entry.id)
          ? { items: under.slice(0, compaction.maxNodes), total: under.length }
          : undefined,
      compactedFrom: undefined,
    }
    notes.set(entry.id, { note, entry, under })
  }
  return notes
}

/** The notes that lie under a digest, in order, where that was asked for. */
export function readExpansion(source: NoteSource, { under }: ReadNote): readonly ReadNote[] {
  const { compaction } = source
  if (!compaction.expands || under.length === 0) return []
  const shown = under.slice(0, compaction.maxNodes)
  const notes = readNotes({ ...source, compaction: { ...compaction, withIds: false, expands: false } }, shown)
  return shown.flatMap(({ id, from, depth }) => {
    const read = notes.get(id)
    if (read === undefined || isWithheld(read.entry)) return []
    return [{ ...read, note: { ...read.note, compactedFrom: { digest: from, depth } } }]
  })
}

interface ReadDigest {
  readonly marks: DigestMarks
  readonly under: readonly Compacted[]
}

/** Resolves the lineage of all digests at once, and reads what they stand for in one question. */
function readDigests(
  { reader, view, counter, compaction }: NoteSource,
  ids: readonly EntryId[],
): ReadonlyMap<EntryId, ReadDigest> {
  if (ids.length === 0) return new Map()
  const digests = openDigests(reader, view, ids)
  const texts = new Map<EntryId, Entry>()
  const measured = [...ids, ...ids.flatMap(digests.sourcesOf)]
  for (const entry of reader.entries({ visibility: 'all', ids: measured })) texts.set(entry.id, entry)
  const known = { entry: (id: EntryId) => texts.get(id) }
  const isListed = compaction.withIds || compaction.expands
  return new Map(
    ids.map((id) => [
      id,
      {
        marks: digestMarks(known, digests, id, counter),
        under: isListed ? listCompacted(digests, id, compaction.depth) : [],
      },
    ]),
  )
}
