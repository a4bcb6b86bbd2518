import { contentHash } from '@varve/core'
import type { DraftLineage, DraftLink } from '../import-format.ts'
import { folderOf, joinPath } from '../path-names.ts'
import type { ReadNote } from './read-note.ts'

/** What the notes of a store say of one another, in ids of Varve. */
export class NoteEdges {
  readonly #notes: readonly ReadNote[]
  readonly #byPath: ReadonlyMap<string, ReadNote>
  readonly #byId = new Map<string, ReadNote>()

  constructor(notes: readonly ReadNote[]) {
    this.#notes = notes
    this.#byPath = new Map(notes.map((note) => [note.file.path, note]))
    for (const note of notes) {
      for (const name of [note.id, `${note.file.workspace ?? ''}/${note.id}`])
        if (!this.#byId.has(name)) this.#byId.set(name, note)
    }
  }

  lineage(): readonly DraftLineage[] {
    return this.#notes.flatMap((note) =>
      note.compacts.map((id): DraftLineage => {
        const under = this.#find(id, note)
        const top = note.entryId
        if (under === undefined) return { kind: 'digests', top, under: id }
        return { kind: 'digests', top, under: under.entryId, source_hash: hashSeen(note, under) }
      }),
    )
  }

  links(): readonly DraftLink[] {
    return this.#notes.flatMap((note) => [
      ...note.links.map(
        ({ type, id }): DraftLink => ({
          from: note.entryId,
          to: this.#find(id, note)?.entryId ?? id,
          type,
          source: 'typed',
        }),
      ),
      ...this.#inline(note).map(
        (to): DraftLink => ({ from: note.entryId, to, type: 'related', source: 'inline' }),
      ),
    ])
  }

  // A note that links another several times links it once. A name that is no id of a store is text.
  #inline(note: ReadNote): readonly string[] {
    const targets = note.inline.flatMap(({ target, style }) => {
      const found = this.#find(target, note)
      if (found !== undefined) return [found.entryId]
      if (style === 'wiki') return /^qp-[A-Za-z0-9_-]+$/.test(target) ? [target] : []
      return this.#byPath.get(joinPath(folderOf(note.file.path), target) ?? '')?.entryId ?? []
    })
    return [...new Set(targets)].filter((target) => target !== note.entryId)
  }

  /** Within its workspace first. */
  #find(id: string, { file }: ReadNote): ReadNote | undefined {
    return this.#byId.get(`${file.workspace ?? ''}/${id}`) ?? this.#byId.get(id)
  }
}

/** A source that was changed after its digest was written had another text then: which one, nobody can tell. */
function hashSeen(digest: ReadNote, under: ReadNote): string {
  const isNewer =
    digest.updated !== undefined && under.updated !== undefined && digest.updated < under.updated
  return isNewer ? 'unknown' : contentHash(under.fields)
}
