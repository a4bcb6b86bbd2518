import { extractSummary } from '../../digest/extract-summary.ts'
import type { EntryId } from '../../domain/ids.ts'
import { type Issue, issueOrder } from '../../domain/issue.ts'
import { withoutUndefined } from '../../domain/json.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import { recordBody } from '../../render/records/record-body.ts'
import { recordLine, summaryLine, warningLine } from '../../render/records/record-line.ts'
import { wellFormed } from '../../render/single-line.ts'
import type { ReadNote } from '../note/read-notes.ts'
import { noteJson, noteRecords } from '../note/shown-note.ts'
import type { Step } from './steps.ts'
import type { Visit } from './walk.ts'

/** A node of a walk, ready to be shown, with what lies under it where that was asked for. */
export interface GraphNote extends ReadNote {
  readonly visit: Visit
  readonly expansion: readonly ReadNote[]
}

/** What trees and paths print alike. */
export interface GraphPage {
  readonly notes: readonly GraphNote[]
  /** Sorted by `linkOrderOf`. */
  readonly links: readonly Step[]
  readonly issues: readonly Issue[]
}

/** An edge that is walked against its direction is shown under its inverse name, or as it is stored. */
export interface LinkDisplay {
  readonly invertsInbound: boolean
}

/** By the hop of the end it is seen from, that end, type, and the other end. */
export function sortLinks(links: readonly Step[], visits: readonly Visit[]): readonly Step[] {
  const hops = new Map(visits.map(({ node, hop }) => [node, hop]))
  return [...links].sort(
    inOrder<Step>(
      by((step) => hops.get(step.from) ?? 0, byNumber),
      by((step) => step.from, byText),
      by((step) => step.type, byText),
      by((step) => step.to, byText),
      by((step) => step.edge.source, byText),
      by((step) => Number(step.isInbound), byNumber),
    ),
  )
}

/** Issues that speak of what is shown, by issue order. */
export function issuesAbout(issues: Iterable<Issue>, ids: Iterable<EntryId>): readonly Issue[] {
  const shown = new Set<string>(ids)
  return [...issues].filter(({ subjects }) => subjects.some((id) => shown.has(id))).sort(issueOrder)
}

export function notesJson(notes: readonly GraphNote[]): readonly object[] {
  return notes.flatMap(({ note, visit: { hop, cost }, expansion }) => [
    noteJson(note, { hop, cost }),
    ...expansion.map((each) => ({ ...noteJson(each.note), content: wellFormed(each.entry.content) })),
  ])
}

export function linksJson(links: readonly Step[], display: LinkDisplay): readonly object[] {
  return links.map((step) => {
    const { from, to, type, source } = shownLink(step, display)
    return withoutUndefined({ from, to, type, source, via: step.edge.via })
  })
}

export function graphNoteLines(
  { note, entry, visit, expansion }: GraphNote,
  { hasSummary }: { readonly hasSummary: boolean },
): readonly string[] {
  const summary = hasSummary ? extractSummary(entry) : ''
  const { hop, cost } = visit
  // How it was met stands on the edge that led to it.
  const shown = note.via === metBy(visit) ? { ...note, via: undefined } : note
  return [
    ...noteRecords(shown, { hop, cost }),
    ...(summary === '' ? [] : [summaryLine(note.id, summary)]),
    ...expansion.flatMap((each) => [...noteRecords(each.note), recordBody(each.note.id, each.entry.content)]),
  ]
}

/** Everything under a header: issues, notes, links. */
export function graphRecords(
  header: string,
  page: GraphPage & LinkDisplay,
  { hasSummary }: { readonly hasSummary: boolean },
): string {
  const lines = [
    header,
    ...issueRecords(page.issues),
    ...page.notes.flatMap((note) => graphNoteLines(note, { hasSummary })),
    ...linkRecords(page.links, page),
  ]
  return `${lines.join('\n')}\n`
}

/** `E qp-9f0e related qp-d16e inline via=qp-3e4f` */
export function linkRecords(links: readonly Step[], display: LinkDisplay): readonly string[] {
  return links.map((step) => {
    const { from, to, type, source } = shownLink(step, display)
    return recordLine('E', [from, type, to, source], { via: hiddenEnds(step) })
  })
}

export function issueRecords(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ code, subjects, message }) => warningLine(`${code} ${subjects.join(',')} ${message}`))
}

/** The stored end of the edge that led to a node, where it is another entry. */
export function metBy({ by: step }: Visit): EntryId | undefined {
  if (step?.edge.via === undefined) return undefined
  const [from, to] = step.edge.via
  const end = step.isInbound ? from : to
  return end === step.to ? undefined : end
}

function shownLink({ edge, from, to, type, isInbound }: Step, { invertsInbound }: LinkDisplay) {
  if (isInbound && !invertsInbound) return edge
  return { from, to, type, source: isInbound ? 'virtual' : edge.source }
}

/** Which of the ends is a hidden member; both, joined by a colon, where both are. */
function hiddenEnds({ edge: { via, from, to } }: Step): string | undefined {
  if (via === undefined) return undefined
  const hidden = [...(via[0] === from ? [] : [via[0]]), ...(via[1] === to ? [] : [via[1]])]
  return hidden.join(':')
}
