import { type Instant, type JsonObject, parseInstant } from '@varve/core'
import {
  type DraftLineage,
  type DraftLink,
  type ImportSource,
  joinImports,
  type ParsedImport,
} from '../import-format.ts'
import { linksBetween, type NamedNote } from '../markdown/note-links.ts'
import { readNote, textOf, type WholeNote } from '../markdown/whole-note.ts'
import { baseName, folderOf, joinPath } from '../path-names.ts'
import { readSupersessions, type Supersession } from './supersession.ts'

const FORMAT = 'adr'
const LABEL = /^[\s*-]*(status|date)\*{0,2}\s*:\*{0,2}(.*)$/i
const HEADING = /^#{1,6}\s(.*)$/
const HEAD_LINES = 30

interface RecordNote extends NamedNote {
  readonly note: WholeNote
}

export function parse(source: ImportSource): ParsedImport {
  const parts: ParsedImport[] = []
  const notes: RecordNote[] = []
  for (const file of source.files) {
    const { note, parsed } = readNote(file, source, FORMAT, recordFields)
    parts.push(parsed)
    const ref = parsed.drafts[0]?.ref
    if (note !== undefined && ref !== undefined) notes.push({ path: file.path, ref, note })
  }
  const relations = relationsBetween(notes)
  return {
    ...joinImports(parts),
    lineage: relations.lineage,
    links: [...linksBetween(notes), ...relations.links],
  }
}

function recordFields(note: WholeNote): {
  readonly category: string
  readonly custom?: JsonObject
  readonly created?: Instant
} {
  const status = statusOf(note)
  const date = textOf(note.data.date) ?? labelled(note, 'date')
  const created = parseInstant(/\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0] ?? '')?.at
  const custom: JsonObject = {
    ...(Object.keys(note.data).length === 0 ? {} : { front_matter: note.data }),
    ...(status === undefined ? {} : { status }),
  }
  return {
    category: 'decisions',
    ...(Object.keys(custom).length === 0 ? {} : { custom }),
    ...(created === undefined ? {} : { created }),
  }
}

/** The first line of what the record says of its status. */
function statusOf(note: WholeNote): string | undefined {
  const section = statusSection(note)
    .split('\n')
    .find((line) => line.trim() !== '')
  return textOf(note.data.status) ?? labelled(note, 'status') ?? section?.trim()
}

function statusSection(note: WholeNote): string {
  const texts = note.lines.map((line) => line.text)
  const start = texts.findIndex((text) => HEADING.exec(text)?.[1]?.trim().toLowerCase() === 'status')
  if (start === -1) return ''
  const end = texts.findIndex((text, index) => index > start && HEADING.test(text))
  return texts.slice(start + 1, end === -1 ? undefined : end).join('\n')
}

function labelled(note: WholeNote, label: string): string | undefined {
  for (const { text } of note.lines.slice(0, HEAD_LINES)) {
    const match = LABEL.exec(text)
    if (match?.[1]?.toLowerCase() === label) return textOf(match[2])
  }
  return undefined
}

function relationsBetween(notes: readonly RecordNote[]) {
  const lineage = new Map<string, DraftLineage>()
  const links = new Map<string, DraftLink>()
  for (const note of notes) {
    for (const supersession of supersessionsOf(note.note)) {
      const other = targetOf(note.path, supersession, notes)
      if (other === undefined || other === note.ref) continue
      const [top, under] = supersession.direction === 'by' ? [other, note.ref] : [note.ref, other]
      const name = `${top}\n${under}`
      if (supersession.isWhole) lineage.set(name, { kind: 'supersedes', top, under })
      else links.set(name, { from: top, to: under, type: 'refines', source: 'typed' })
    }
  }
  return { lineage: [...lineage.values()], links: [...links.values()] }
}

function supersessionsOf(note: WholeNote): readonly Supersession[] {
  const stated = [textOf(note.data.status), labelled(note, 'status'), statusSection(note)]
  return stated.flatMap((status) => (status === undefined ? [] : readSupersessions(status)))
}

// A number that two records share names neither.
function targetOf(path: string, { target }: Supersession, notes: readonly RecordNote[]): string | undefined {
  const folder = folderOf(path)
  const found =
    'path' in target
      ? notes.filter((note) => note.path === joinPath(folder, target.path.replace(/#.*$/, '')))
      : notes.filter((note) => folderOf(note.path) === folder && numberOf(note.path) === target.number)
  return found.length === 1 ? found[0]?.ref : undefined
}

function numberOf(path: string): number | undefined {
  const number = /^(?:adr[-_ ]?)?0*(\d{1,5})(?!\d)/i.exec(baseName(path))?.[1]
  return number === undefined ? undefined : Number(number)
}
