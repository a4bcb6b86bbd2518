import type { DraftLink } from '../import-format.ts'
import { folderOf, joinPath, stemOf } from '../path-names.ts'
import { inlineLinks } from './inline-links.ts'
import type { WholeNote } from './whole-note.ts'

/** A note with its path and the name of its draft. */
export interface NamedNote {
  readonly path: string
  readonly ref: string
  readonly note: WholeNote
}

/** The links between notes that their texts hold; what points at no note stays text. */
export function linksBetween(notes: readonly NamedNote[]): readonly DraftLink[] {
  const byName = new Map<string, string>()
  // A path is a better name than a file's own, and that a better one than a title.
  for (const names of [pathNames, stemNames, titleNames]) {
    for (const note of notes) {
      for (const name of names(note)) if (!byName.has(name)) byName.set(name, note.ref)
    }
  }
  return notes.flatMap(({ path, ref, note }) => {
    const targets = new Set<string>()
    for (const link of inlineLinks(note.lines)) {
      const target =
        link.style === 'wiki'
          ? byName.get(nameOf(link.target))
          : byName.get(nameOf(joinPath(folderOf(path), link.target) ?? ''))
      if (target !== undefined && target !== ref) targets.add(target)
    }
    return [...targets].map((to): DraftLink => ({ from: ref, to, type: 'related', source: 'inline' }))
  })
}

function pathNames({ path, ref }: NamedNote): readonly string[] {
  return [nameOf(path), nameOf(path.replace(/\.[^./]+$/, '')), nameOf(ref)]
}

// Logseq writes the `/` of a page's name as `___` or `%2F` in the name of its file.
function stemNames({ path }: NamedNote): readonly string[] {
  const stem = stemOf(path)
  return [nameOf(stem), nameOf(stem.replaceAll('___', '/')), nameOf(stem.replaceAll('%2F', '/'))]
}

function titleNames({ note }: NamedNote): readonly string[] {
  return [nameOf(note.title)]
}

function nameOf(text: string): string {
  return text.trim().toLowerCase()
}
