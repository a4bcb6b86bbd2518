import type { EntryId } from '../../domain/ids.ts'
import { type NoteSource, readExpansion, readNotes } from '../note/read-notes.ts'
import { type GraphNote, metBy } from './graph-page.ts'
import type { Visit } from './walk.ts'

/** Reads the notes of a walk, in its order. `asked` says what nodes were asked for by, where by another id. */
export function readGraphNotes(
  source: NoteSource,
  visits: readonly Visit[],
  asked: ReadonlyMap<EntryId, EntryId>,
): readonly GraphNote[] {
  const wanted = visits.map((visit) => ({ id: visit.node, via: asked.get(visit.node) ?? metBy(visit) }))
  const notes = readNotes(source, wanted)
  return visits.flatMap((visit) => {
    const read = notes.get(visit.node)
    return read === undefined ? [] : [{ ...read, visit, expansion: readExpansion(source, read) }]
  })
}
