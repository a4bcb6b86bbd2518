import type { EntryId } from '../../domain/ids.ts'
import { recordHeader } from '../../render/records/record-line.ts'
import { type GraphPage, graphRecords, linksJson, notesJson } from './graph-page.ts'
import { noteLines, stepLead } from './note-details.ts'
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
  const { from, to, isFound, truncation, links } = page
  const header = recordHeader('path', {
    from,
    to,
    found: isFound,
    length: links.length,
    truncation_reason: truncation,
  })
  return graphRecords(header, page, { hasSummary: false })
}

export function pathText(page: PathPage, shortId: (id: EntryId) => string): string {
  if (!page.isFound) return page.truncation === undefined ? 'No path\n' : `No path (${page.truncation})\n`
  const lines = page.notes.flatMap((note) => {
    const step = note.visit.by
    const lead = step === undefined ? '' : `  ${stepLead(step)}`
    return noteLines(note, lead, 1, shortId)
  })
  return `${[...lines, `Path length: ${page.links.length}`].join('\n')}\n`
}
