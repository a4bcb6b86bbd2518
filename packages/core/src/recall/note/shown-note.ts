import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { withoutUndefined } from '../../domain/json.ts'
import { type FieldValue, listValue, recordLine } from '../../render/records/record-line.ts'
import { singleLine, wellFormed } from '../../render/single-line.ts'
import { type DigestMarks, markFields } from './marks.ts'

/** An entry as recall lists it. */
export interface ShownNote {
  readonly id: EntryId
  readonly title: string | undefined
  /** The title, or the beginning of what it says, on one line. */
  readonly headline: string
  readonly type: string
  readonly tags: readonly string[]
  readonly marks: DigestMarks
  /** The entry that it was met by, where that is another. */
  readonly via: EntryId | undefined
  /** The entry that hides it, in the raw view. */
  readonly under: EntryId | undefined
  /** What lies under it, where that was asked for. */
  readonly compacted: CompactedIds | undefined
  /** Set on what is shown because its digest is. */
  readonly compactedFrom: { readonly digest: EntryId; readonly depth: number } | undefined
}

export interface CompactedIds {
  readonly items: readonly { readonly id: EntryId; readonly from: EntryId; readonly depth: number }[]
  /** How many there are; more than the items where a limit cut them. */
  readonly total: number
}

const HEADLINE = 96

/** What an entry is called: its title, or how it begins. */
export function headlineOf({ title, content }: Pick<Entry, 'title' | 'content'>): string {
  if (title !== undefined) return singleLine(title)
  // What stands far behind can't be in the line, and a text may have megabytes.
  const line = singleLine(content.slice(0, 4 * HEADLINE))
  const cut = cutGraphemes(line, HEADLINE)
  return cut === line && content.length <= 4 * HEADLINE ? line : `${cut.trimEnd()}…`
}

/** `qp-d16e [P] Install tooling digest (compacts=3 compaction=44% via=qp-3e4f)` */
export function noteText(note: ShownNote, shortId: (id: EntryId) => string): string {
  const { compactedFrom, via, under } = note
  const said = {
    ...markFields(note.marks),
    via: via && shortId(via),
    under: under && shortId(under),
    compacted_from: compactedFrom && shortId(compactedFrom.digest),
  }
  const marks = Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  const suffix = marks.length === 0 ? '' : ` (${marks.join(' ')})`
  return `${shortId(note.id)} [${typeLetter(note.type)}] ${note.headline}${suffix}`
}

/** `qp-1a2b, qp-2c3d (2 of 3 shown)`, for the line under a digest; undefined where nothing was asked for. */
export function compactedText(
  { compacted }: Pick<ShownNote, 'compacted'>,
  shortId: (id: EntryId) => string,
): string | undefined {
  if (compacted === undefined || compacted.total === 0) return undefined
  const { items, total } = compacted
  const ids = items.map(({ id }) => shortId(id)).join(', ')
  return items.length < total ? `${ids} (${items.length} of ${total} shown)` : ids
}

/** The `N` line of a note, and the `D` lines of what lies under it. */
export function noteRecords(
  note: ShownNote,
  fields: Readonly<Record<string, FieldValue>> = {},
): readonly string[] {
  const { id, type, tags, under, compactedFrom, compacted } = note
  const line = recordLine('N', [id, type, { quoted: note.headline }], {
    tags: listValue(tags),
    ...fields,
    ...markFields(note.marks),
    via: note.via,
    under,
    compacted_from: compactedFrom?.digest,
    depth: compactedFrom?.depth,
  })
  if (compacted === undefined) return [line]
  const items = compacted.items.map(({ id: under, from, depth }) =>
    recordLine('D', ['compacted', under], { from, depth }),
  )
  const { total } = compacted
  const isCut = items.length < total
  const cut = recordLine('D', ['compacted_truncated'], { digest: id, shown: items.length, total })
  return [line, ...items, ...(isCut ? [cut] : [])]
}

/** The members of a note; absent ones are left out. `extra` stands behind the tags. */
export function noteJson(note: ShownNote, extra: Readonly<Record<string, unknown>> = {}): object {
  const { id, title, headline, type, tags, via, under, marks, compacted, compactedFrom } = note
  const isCut = compacted !== undefined && compacted.items.length < compacted.total
  return withoutUndefined({
    id,
    title: title === undefined ? undefined : wellFormed(title),
    text: title === undefined ? headline : undefined,
    type,
    tags,
    ...extra,
    via,
    under,
    compacts: marks.compacts,
    compaction_pct: marks.compaction_pct,
    stale_sources: marks.stale_sources,
    contested: marks.contested,
    compacted_from: compactedFrom?.digest,
    depth: compactedFrom?.depth,
    compacted_ids: compacted?.items.map((item) => ({ id: item.id, depth: item.depth })),
    compacted_truncated: compacted === undefined ? undefined : isCut,
    compacted_total: isCut ? compacted.total : undefined,
  })
}

function typeLetter(type: string): string {
  const [first] = type
  return first === undefined ? '-' : first.toUpperCase()
}
