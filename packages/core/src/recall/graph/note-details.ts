import type { EntryId } from '../../domain/ids.ts'
import { wellFormed } from '../../render/single-line.ts'
import { compactedText, noteText } from '../note/shown-note.ts'
import type { GraphNote } from './graph-page.ts'
import type { Step } from './steps.ts'

/** How a step is read: `related -> `, or `related <- ` against its direction. */
export function stepLead({ type, isInbound }: Step): string {
  return `${type} ${isInbound ? '<-' : '->'} `
}

/** A note after what leads to it, and the lines under it. */
export function noteLines(
  note: GraphNote,
  lead: string,
  depth: number,
  shortId: (id: EntryId) => string,
): readonly string[] {
  return [`${lead}${noteText(note.note, shortId)}`, ...detailLines(note, depth, shortId)]
}

/** The lines under a note: the ids of what lies under it, and its sources themselves where they were asked for. */
function detailLines(
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
