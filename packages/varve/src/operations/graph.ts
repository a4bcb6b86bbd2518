import { type EntryId, type EntryView, recordHeader, recordLine, type StoreReader } from '@varve/core'
import { type GraphPart, openGraph, readGraphPart } from '@varve/core/recall'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { counted } from './counted.ts'
import { flag, integer, optionalPositional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findNode } from './find-node.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const DEFAULT_NODES = 100
const DEFAULT_HOPS = 2
const SHOWN_TEXT = 96

/** `varve graph`: the links and digests of the memory, or those around an entry. */
export const graph = defineOperation({
  name: 'graph',
  summary: 'Show how the memory hangs together: links and digests',
  effect: 'reads',
  fields: {
    id: optionalPositional('Only around this entry', 'id'),
    maxHops: integer(`How far from it (default ${DEFAULT_HOPS})`),
    maxNodes: integer(`Show at most so many notes, the best joined first (default ${DEFAULT_NODES})`, {
      minimum: 1,
    }),
    raw: flag('Every entry for itself, and what it is shown for'),
    asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
  },
  examples: ['varve graph --max-nodes 40', 'varve graph 7c1d09aa --raw --json'],
  run({ id, maxHops = DEFAULT_HOPS, maxNodes = DEFAULT_NODES, raw: isRaw, asOf }, context) {
    const reader = asOf === undefined ? context.reading() : openAsOf(context, asOf)
    const view = viewFor(context, reader)
    const root =
      id === undefined ? undefined : findNode(openGraph(reader, view, { isRaw }), findEntry(reader, id))
    const part = readGraphPart(reader, view, {
      isRaw,
      maxHops,
      maxNodes,
      ...(root !== undefined && { root }),
    })
    const notes = notesOf(part, reader, view.viewsOf(part.nodes.map((node) => node.id)))
    const { joints, total, isCut } = part
    return {
      json: {
        root: root ?? null,
        raw: isRaw,
        notes,
        links: joints,
        total: total === undefined ? null : { notes: total.nodes, links: total.joints, apart: total.apart },
        truncated: isCut,
      },
      human: graphText(part, notes, (each) => shortIdIn(reader, each)),
      records: `${[
        recordHeader('graph', {
          root,
          raw: isRaw,
          notes: notes.length,
          links: joints.length,
          truncated: isCut,
        }),
        ...notes.map(({ id, type, text, links, under, hidden }) =>
          recordLine('N', [id, type, { quoted: text }], { links, under, hidden: hidden ?? undefined }),
        ),
        ...joints.map(({ from, type, to, source, via }) =>
          recordLine('E', [from, type, to, source], { via: via?.join(',') }),
        ),
      ].join('\n')}\n`,
    }
  },
})

interface GraphNote {
  readonly id: EntryId
  readonly type: string
  readonly category: string
  readonly text: string
  readonly hidden: string | null
  /** Of the whole graph. */
  readonly links: number
  readonly under: number
  readonly hop?: number
}

function notesOf(
  { nodes }: GraphPart,
  reader: StoreReader,
  views: ReadonlyMap<EntryId, EntryView>,
): readonly GraphNote[] {
  return nodes.flatMap(({ id, joints, under, hop }) => {
    const entry = reader.entry(id)
    if (entry === undefined) return []
    const { type, category, title, content } = entry
    const hidden = views.get(id)?.hidden?.reason ?? null
    const said = clipLine(title ?? content, SHOWN_TEXT)
    return { id, type, category, text: said, hidden, links: joints, under, ...(hop !== undefined && { hop }) }
  })
}

function graphText(
  { joints, total, isCut }: GraphPart,
  notes: readonly GraphNote[],
  shortId: (id: EntryId) => string,
): string {
  if (notes.length === 0)
    return 'Nothing is linked, and no digest stands for anything: varve link add <from> <to>\n'
  const lines = notes.flatMap(({ id, text, under }) => [
    `${shortId(id)}  ${text}${under > 0 ? `  (over ${under})` : ''}`,
    ...joints.filter(({ from }) => from === id).map(({ type, to }) => `  ${type} → ${shortId(to)}`),
  ])
  const of = total === undefined ? '' : ` of ${counted(total.nodes, 'note')}`
  const more = isCut ? [`… ${notes.length}${of} shown: --max-nodes`] : []
  return `${[...lines, ...more].join('\n')}\n`
}
