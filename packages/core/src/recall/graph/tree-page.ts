import { groupBy } from '../../compact/group-by.ts'
import type { EntryId } from '../../domain/ids.ts'
import { recordHeader } from '../../render/records/record-line.ts'
import { type Budget, budgetTooSmallError, countThatFits, fitsBudget, isUnlimited } from '../budget/budget.ts'
import { type GraphNote, type GraphPage, graphRecords, linksJson, notesJson } from './graph-page.ts'
import { noteLines, stepLead } from './note-details.ts'
import type { Direction } from './steps.ts'
import type { TruncationReason } from './walk.ts'

export interface TreePage extends GraphPage {
  readonly root: EntryId
  readonly direction: Direction
  readonly maxHops: number
  readonly invertsInbound: boolean
  readonly truncation: TruncationReason | undefined
}

/** The most notes whose rendering fits, in the order of the walk, with the links between them. */
export function fitTree(
  page: TreePage,
  render: (page: TreePage) => string,
  budget: Budget,
  command: string,
): TreePage {
  if (isUnlimited(budget) || fitsBudget(render(page), budget)) return page
  const renderPart = (count: number) => render(cutTree(page, count + 1))
  const count = countThatFits(Math.max(0, page.notes.length - 2), renderPart, budget)
  if (count === undefined) throw budgetTooSmallError(renderPart(0), budget, command)
  return cutTree(page, count + 1)
}

function cutTree(page: TreePage, count: number): TreePage {
  const notes = page.notes.slice(0, count)
  const kept = new Set(notes.map(({ note }) => note.id))
  const links = page.links.filter(({ from, to }) => kept.has(from) && kept.has(to))
  return { ...page, notes, links, truncation: 'budget' }
}

export function treeJson(page: TreePage): object {
  const { root, direction, maxHops, truncation, notes, links, issues } = page
  return {
    root,
    direction,
    max_hops: maxHops,
    truncated: truncation !== undefined,
    truncation_reason: truncation ?? null,
    notes: notesJson(notes),
    links: linksJson(links, page),
    spanning_tree: notes.flatMap(({ visit: { hop, by: step } }) =>
      step === undefined ? [] : [{ from: step.from, to: step.to, type: step.type, hop }],
    ),
    issues,
  }
}

export function treeRecords(page: TreePage): string {
  const { root, direction, maxHops, truncation, notes, links } = page
  const header = recordHeader('tree', {
    root,
    direction,
    max_hops: maxHops,
    notes: notes.length,
    links: links.length,
    truncated: truncation !== undefined,
    truncation_reason: truncation,
  })
  return graphRecords(header, page, { hasSummary: true })
}

/** A note still to be printed, or a line. */
type Pending = string | { readonly note: GraphNote; readonly depth: number; readonly lead: string }

/** The tree as people read it: each note under the one it was come to from, what was seen before named again. */
export function treeText(page: TreePage, shortId: (id: EntryId) => string): string {
  const byId = new Map(page.notes.map((each) => [each.note.id, each]))
  const stepsOf = groupBy(page.links, ({ from }) => from)
  const lines: string[] = []
  const root = byId.get(page.root)
  // A stack of its own, because a tree may be deeper than calls can be.
  const pending: Pending[] = root === undefined ? [] : [{ note: root, depth: 0, lead: '' }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      lines.push(next)
      continue
    }
    const { note, depth, lead } = next
    lines.push(...noteLines(note, lead, depth, shortId))
    // By what is shown, because edges that differ in nothing else are shown once.
    const below = new Map<string, Pending>()
    for (const step of stepsOf.get(note.note.id) ?? []) {
      const child = byId.get(step.to)
      const childLead = `${'  '.repeat(depth + 1)}${stepLead(step)}`
      const seen = `${childLead}${shortId(step.to)} (seen)`
      if (child?.visit.by === step) below.set(seen, { note: child, depth: depth + 1, lead: childLead })
      else if (!below.has(seen)) below.set(seen, seen)
    }
    pending.push(...[...below.values()].reverse())
  }
  if (page.truncation !== undefined) lines.push(`… cut short: ${page.truncation}`)
  return `${lines.join('\n')}\n`
}
