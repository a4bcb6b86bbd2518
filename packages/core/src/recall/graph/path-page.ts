import type { EntryId } from '../../domain/ids.ts'
import { recordHeader } from '../../render/records/record-line.ts'
import { noteText } from '../note/shown-note.ts'
import {
  type GraphPage,
  graphNoteLines,
  issueRecords,
  linkRecords,
  linksJson,
  notesJson,
} from './graph-page.ts'
import { detailLines } from './note-details.ts'
import type { Direction } from './steps.ts'
import type { TruncationReason } from './walk.ts'

export interface PathPage extends GraphPage {
  readonly from: EntryId
  readonly to: EntryId
  readonly direction: Direction
  readonly invertsInbound: boolean
  readonly isFound: boolean
  /** Why a path may have been missed. */
  readonly truncation: TruncationReason | undefined
}

export function pathJson(page: PathPage): object {
  const { from, to, direction, isFound, truncation, notes, links, issues } = page
  return {
    from,
    to,
    direction,
    found: isFound,
    path_length: links.length,
    ...(truncation !== undefined && { truncation_reason: truncation }),
    notes: notesJson(notes),
    links: linksJson(links, page),
    issues,
  }
}

export function pathRecords(page: PathPage): string {
  const { from, to, isFound, truncation, notes, links, issues } = page
  const header = recordHeader('path', {
    from,
    to,
    found: isFound,
    length: links.length,
    truncation_reason: truncation,
  })
  const lines = [
    header,
    ...issueRecords(issues),
    ...notes.flatMap((note) => graphNoteLines(note, { hasSummary: false })),
    ...linkRecords(links, page),
  ]
  return `${lines.join('\n')}\n`
}

export function pathText(page: PathPage, shortId: (id: EntryId) => string): string {
  if (!page.isFound) return page.truncation === undefined ? 'No path\n' : `No path (${page.truncation})\n`
  const lines = page.notes.flatMap((note) => {
    const step = note.visit.by
    const lead = step === undefined ? '' : `  ${step.type} ${step.isInbound ? '<-' : '->'} `
    return [`${lead}${noteText(note.note, shortId)}`, ...detailLines(note, 1, shortId)]
  })
  return `${[...lines, `Path length: ${page.links.length}`].join('\n')}\n`
}
