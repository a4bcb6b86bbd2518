import type { EntryId } from '../../domain/ids.ts'
import { wellFormed } from '../../render/single-line.ts'
import { compactedText, noteText } from '../note/shown-note.ts'
import type { GraphNote } from './graph-page.ts'

/** The lines under a note: the ids of what lies under it, and its sources themselves where they were asked for. */
export function detailLines(
  { note, expansion }: GraphNote,
  depth: number,
  shortId: (id: EntryId) => string,
): readonly string[] {
  const indent = '  '.repeat(depth + 1)
  const ids = compactedText(note, shortId)
  return [
    ...(ids === undefined ? [] : [`${indent}${ids}`]),
    ...expansion.flatMap((each) => [
      `${indent}${noteText(each.note, shortId)}`,
      ...wellFormed(each.entry.content)
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => (line === '' ? '' : `${indent}  ${line}`)),
    ]),
  ]
}
