import { by, byText, type Entry, type EntryId, formatInstant, sha256 } from '@varve/core'
import { QIPU_FORMAT, SIDECAR_NAME } from '../../import/qipu/detect.ts'
import { joinNoteText, lineEndOf } from '../../import/qipu/note-text.ts'
import { parseQipuNote, type QipuNote } from '../../import/qipu/parse-note.ts'
import { parseSidecar } from '../../import/qipu/sidecar.ts'
import type { ExportedMemory, ExportFile } from '../export-file.ts'
import { editFrontMatter, renderMember } from './edit-front-matter.ts'
import { changedMembers, type NoteFacts, newMembers } from './note-members.ts'
import { NoteNames, titleOf } from './note-names.ts'
import { renderSidecar } from './render-sidecar.ts'
import type { RenderedNote } from './rendered-note.ts'
import { withSourcesOnce } from './sources-once.ts'

export interface QipuOptions {
  /** Paths of files that lie in the target. */
  readonly existing?: readonly string[]
  /** The text of one of them. */
  readonly read?: (path: string) => string | undefined
}

const CONFIG = 'config.toml'

/**
 * Writes entries as the notes of a qipu store. A note that was imported and is as it was then is
 * written as the bytes it came as; of one that changed, only the lines that say so. What qipu has no
 * words for goes to a file beside the notes.
 */
export function exportQipu(memory: ExportedMemory, options: QipuOptions = {}): readonly ExportFile[] {
  const notes = renderNotes(memory, options)
  const replaceable = writtenBefore(options)
  const files = notes.map(({ entry, path, text }): ExportFile => {
    const made = [
      replaceable.get(path),
      entry.original && sha256(entry.original.text),
      sameButOnce(entry, path, options),
    ]
    return { path, text, replaces: made.filter((hash) => hash !== undefined) }
  })
  const config = memory.ontology?.text
  const sidecar = renderSidecar(memory, notes)
  const hasSidecar = options.existing?.includes(SIDECAR_NAME) === true
  return [
    ...files,
    ...(typeof config === 'string' ? [{ path: CONFIG, text: config }] : []),
    ...(sidecar === undefined && !hasSidecar
      ? []
      : [{ path: SIDECAR_NAME, text: sidecar ?? renderEmpty(), isOwn: true }]),
  ].sort(by((file) => file.path, byText))
}

/** A file that differs from what is kept of it by sources that are listed twice. */
function sameButOnce({ original }: Entry, path: string, { read }: QipuOptions): string | undefined {
  const text = original === undefined ? undefined : read?.(path)
  if (text === undefined || text === original?.text) return undefined
  return withSourcesOnce(text) === original?.text ? sha256(text) : undefined
}

/** The notes as a store would hold them, by id. */
export function renderNotes(memory: ExportedMemory, options: QipuOptions = {}): readonly RenderedNote[] {
  return new NoteRenderer(memory, new NoteNames(options.existing ?? [], idReader(options))).render()
}

function renderEmpty(): string {
  return `${JSON.stringify({ varve_lineage: 1 }, null, 2)}\n`
}

function idReader({ read }: QipuOptions): (path: string) => string | undefined {
  const source = { kind: 'import', trust: 'agent' } as const
  return (path) => {
    const text = read?.(path)
    return text === undefined ? undefined : noteOf(text, path, source)?.id
  }
}

/** What Varve wrote there itself, by path: no edit of anybody's is lost where it is written over. */
function writtenBefore({ read }: QipuOptions): ReadonlyMap<string, string> {
  const text = read?.(SIDECAR_NAME)
  return text === undefined ? new Map() : parseSidecar(SIDECAR_NAME, text).sidecar.written
}

class NoteRenderer {
  readonly #memory: ExportedMemory
  readonly #names: NoteNames
  readonly #originals = new Map<EntryId, QipuNote>()
  readonly #facts: ReadonlyMap<string, NoteFacts>

  constructor(memory: ExportedMemory, names: NoteNames) {
    this.#memory = memory
    this.#names = names
    for (const entry of memory.entries) {
      const note = originalNote(entry, memory.ontology)
      if (note !== undefined) this.#originals.set(entry.id, note)
    }
    this.#facts = this.#readFacts()
  }

  render(): readonly RenderedNote[] {
    return [...this.#memory.entries]
      .sort(by((entry) => entry.id, byText))
      .map((entry) => ({ entry, ...this.#file(entry) }))
  }

  /** Files name notes by the ids that they state themselves. */
  #fileIdOf(id: EntryId): string {
    return this.#originals.get(id)?.id ?? id
  }

  #readFacts(): ReadonlyMap<string, NoteFacts> {
    const facts = new Map<string, { links: { type: string; id: string }[]; compacts: string[] }>()
    const of = (id: string) => {
      const known = facts.get(id) ?? { links: [], compacts: [] }
      facts.set(id, known)
      return known
    }
    for (const { from, to, type, source } of this.#memory.links)
      if (source === 'typed') of(from).links.push({ type, id: this.#fileIdOf(to) })
    for (const { kind, top, under } of this.#memory.lineage)
      if (kind === 'digests') of(top).compacts.push(this.#fileIdOf(under))
    return facts
  }

  #file(entry: Entry): Pick<RenderedNote, 'path' | 'text'> {
    const { original } = entry
    const facts = this.#facts.get(entry.id) ?? { links: [], compacts: [] }
    if (original === undefined || entry.source.format !== QIPU_FORMAT)
      return { path: this.#names.nameOf(entry), text: newNote(entry, facts) }
    const note = this.#originals.get(entry.id)
    if (note === undefined) return { path: original.file, text: templateText(entry, original) }
    return { path: original.file, text: changedNote(entry, note, facts, original.text) }
  }
}

function templateText(entry: Entry, original: NonNullable<Entry['original']>): string {
  return entry.content === original.text ? original.text : entry.content
}

/** The note as its file says, for an entry that came from one. */
export function originalNote(
  { original, source }: Pick<Entry, 'original' | 'source'>,
  ontology: ExportedMemory['ontology'],
): QipuNote | undefined {
  if (original === undefined || source.format !== QIPU_FORMAT) return undefined
  return noteOf(original.text, original.file, source, ontology)
}

function noteOf(
  text: string,
  file: string,
  source: Entry['source'],
  ontology?: ExportedMemory['ontology'],
): QipuNote | undefined {
  const defaultType = ontology?.default_type
  const place = {
    format: QIPU_FORMAT,
    file: source.file ?? file,
    line: 1,
    trust: source.trust,
    storePath: file,
    defaultType: typeof defaultType === 'string' ? defaultType : 'fleeting',
  }
  const parsed = parseQipuNote(text, place)
  return parsed.kind === 'note' ? parsed.note : undefined
}

function changedNote(entry: Entry, note: QipuNote, facts: NoteFacts, original: string): string {
  const title = titleOf(entry)
  const changes = new Map(changedMembers(note, { ...entry, title }, facts, selfIdOf(entry, note)))
  const isTextChanged =
    entry.content !== note.fields.content ||
    title !== note.fields.title ||
    entry.summary !== note.fields.summary
  if (isTextChanged) changes.set('updated', formatInstant(entry.updated))
  if (changes.size === 0 && !isTextChanged) return original
  const lineEnd = lineEndOf(note.text.yaml || note.text.opening)
  const yaml = editFrontMatter(note.text.yaml, changes, lineEnd)
  return joinNoteText({ ...note.text, yaml, body: changedBody(entry, note) })
}

/** A note that had to take another id is not what its own file calls by that id, but for a workspace's. */
function selfIdOf({ id, original }: Entry, note: QipuNote): string | undefined {
  return id === note.id || original?.file.startsWith('workspaces/') ? note.id : undefined
}

function changedBody(entry: Entry, { fields, text }: QipuNote): string {
  if (entry.content === fields.content) return text.body
  const lineEnd = lineEndOf(text.body || text.opening)
  return lineEnd === '\n' ? entry.content : entry.content.replaceAll('\n', lineEnd)
}

function newNote(entry: Entry, facts: NoteFacts): string {
  const members = newMembers(entry.id, { ...entry, title: titleOf(entry) }, facts)
  const yaml = Object.entries(members).map(([name, value]) => renderMember(name, value))
  return `---\n${yaml.join('')}---\n\n${entry.content}`
}
