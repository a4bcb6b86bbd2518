import type { EntryView } from '../../ports/store.ts'
import { wellFormed } from '../../render/single-line.ts'
import { stemOf } from '../../words/index-words.ts'
import { type NoteSource, readNotes } from '../note/read-notes.ts'
import { matchContext } from './match-context.ts'
import type { FoundNote } from './search-page.ts'
import type { FoundEntry, SearchResult } from './show-results.ts'

/** Reads what is to be shown of the results, in their order. */
export function readFoundNotes(source: NoteSource, { items, words }: SearchResult): readonly FoundNote[] {
  const wanted = items.map(({ entry, match }) => ({ id: entry.id, via: match.entry.id }))
  const notes = readNotes(source, wanted)
  const views = source.view.viewsOf(wanted.map(({ id }) => id))
  const asked = words.length > 0 ? new Set([...words, ...words.map(stemOf)]) : undefined
  return items.flatMap((found) => {
    const read = notes.get(found.entry.id)
    if (read === undefined) return []
    const context = contextOf(found, asked ?? new Set(found.match.terms.map(({ word }) => word)))
    return [{ ...read, found, role: roleOf(views.get(found.entry.id)), context }]
  })
}

/** Whether it stands for others, something stands for it, both or neither. */
function roleOf(view: EntryView | undefined): string {
  const hasTop = view?.hidden?.reason === 'digested' || view?.hidden?.reason === 'merged'
  const hasSources = (view?.stands_for ?? 0) > 0
  if (hasSources) return hasTop ? 'intermediate' : 'digest'
  return hasTop ? 'source' : 'standalone'
}

/** The words around the first match in the entry that matched. */
function contextOf({ match }: FoundEntry, words: ReadonlySet<string>): string {
  return wellFormed(matchContext(match.entry, words))
}
