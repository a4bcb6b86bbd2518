import { createHash } from 'node:crypto'
import type { Issue } from '@varve/core'
import { decodeText } from '../decode-text.ts'
import { duplicateDraftId } from '../draft-id.ts'
import {
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { folderOf } from '../path-names.ts'
import { quarantinedFile } from '../source-lines.ts'
import { foldersWithNotes, QIPU_FORMAT, type QipuFile, qipuFiles, storesOf } from './detect.ts'
import { draftOf, templateDrafts } from './note-drafts.ts'
import { NoteEdges } from './note-edges.ts'
import { ONTOLOGY_POLICY, type Ontology, parseOntology } from './ontology.ts'
import { parseQipuNote, type QipuNote } from './parse-note.ts'
import type { ReadNote } from './read-note.ts'
import { EMPTY_SIDECAR, parseSidecar, type Sidecar, withStatedLineage } from './sidecar.ts'

/** Reads qipu stores: what is damaged is set aside file by file, and never keeps the rest from being read. */
export function parse(source: ImportSource): ParsedImport {
  const found = storesOf(source)
  const stores = found.length > 0 ? found : foldersWithNotes(source)
  const byPath = new Map(source.files.map((file) => [file.path, file]))
  const files = qipuFiles(source, stores).filter(
    (file) => file.workspace === undefined || source.withWorkspaces === true,
  )
  return joinImports(
    stores.map((store) => new StoreReader(source, byPath).read(files.filter((file) => file.store === store))),
  )
}

/** Takes the files of one store, one after the other. */
class StoreReader {
  readonly #source: ImportSource
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #quarantined: QuarantinedDraft[] = []
  readonly #issues: Issue[] = []

  constructor(source: ImportSource, files: ReadonlyMap<string, SourceFile>) {
    this.#source = source
    this.#files = files
  }

  read(files: readonly QipuFile[]): ParsedImport {
    const ofPart = (part: QipuFile['part']) => files.filter((file) => file.part === part)
    const ontology = this.#ontology(ofPart('config').find((file) => file.workspace === undefined))
    const sidecar = this.#sidecar(ofPart('sidecar')[0])
    const notes = this.#notes(ofPart('note'), ontology?.default_type ?? 'fleeting')
    const attachments = new Map(ofPart('attachment').map(({ path }) => [path, this.#hashOf(path)]))
    const drafts = notes.map((note) => draftOf(note, attachments, sidecar))
    const edges = new NoteEdges(notes)
    return {
      ...NOTHING,
      drafts: [
        ...drafts,
        ...ofPart('template').flatMap((file) =>
          templateDrafts(file, this.#textOf(file) ?? '', this.#source.trust),
        ),
      ],
      lineage: withStatedLineage(edges.lineage(), sidecar),
      links: edges.links(),
      flags: sidecar.flags,
      retracted: sidecar.retracted,
      quarantined: this.#quarantined,
      issues: this.#issues,
      ...(ontology === undefined ? {} : { policies: [{ name: ONTOLOGY_POLICY, value: { ...ontology } }] }),
    }
  }

  #textOf({ path }: QipuFile): string | undefined {
    const file = this.#files.get(path)
    return file === undefined ? undefined : decodeText(file.bytes)
  }

  #hashOf(path: string): string {
    return createHash('sha256')
      .update(this.#files.get(path)?.bytes ?? '')
      .digest('hex')
  }

  #ontology(file: QipuFile | undefined): Ontology | undefined {
    const text = file === undefined ? undefined : this.#textOf(file)
    if (file === undefined || text === undefined) return undefined
    const { ontology, issues } = parseOntology(file.path, text)
    this.#issues.push(...issues)
    return ontology
  }

  #sidecar(file: QipuFile | undefined): Sidecar {
    const text = file === undefined ? undefined : this.#textOf(file)
    if (file === undefined || text === undefined) return EMPTY_SIDECAR
    const { sidecar, issues } = parseSidecar(file.path, text)
    this.#issues.push(...issues)
    return sidecar
  }

  // First by path keeps an id that several files have; each other one gets an id of its own, made of
  // its path, so that an edit of it is an edit of the same entry.
  #notes(files: readonly QipuFile[], defaultType: string): readonly ReadNote[] {
    const firstOf = new Map<string, ReadNote>()
    return files.flatMap((file) => {
      const note = this.#note(file, defaultType)
      if (note === undefined) return []
      const first = firstOf.get(note.id)
      const entryId = first === undefined ? note.id : duplicateDraftId(note.id, file.storePath)
      const read: ReadNote = { ...note, file, entryId }
      if (first === undefined) firstOf.set(note.id, read)
      else if (first.file.workspace === file.workspace) this.#issues.push(duplicateId(first, read))
      this.#issues.push(...note.issues)
      return [read]
    })
  }

  #note(file: QipuFile, defaultType: string): QipuNote | undefined {
    const text = this.#textOf(file)
    const place = {
      format: QIPU_FORMAT,
      file: file.path,
      line: 1,
      trust: this.#source.trust,
      storePath: file.storePath,
      defaultType,
    }
    const parsed =
      text === undefined
        ? ({ kind: 'bad', reason: 'it is no UTF-8', line: 1 } as const)
        : parseQipuNote(text, place)
    if (parsed.kind === 'note') return parsed.note
    const bytes = this.#files.get(file.path)
    if (bytes !== undefined) this.#setAside(bytes, text, parsed.reason, parsed.line)
    return undefined
  }

  #setAside(file: SourceFile, text: string | undefined, reason: string, line: number): void {
    const position = text === undefined ? 0 : startOfLine(text, line)
    const item = quarantinedFile(file, QIPU_FORMAT, { text, position }, 'invalid_frontmatter')
    this.#quarantined.push(item)
    this.#issues.push({
      code: 'invalid_frontmatter',
      severity: 'error',
      subjects: [file.path],
      message: `${file.path}:${item.line}: ${reason}; the file is kept in quarantine`,
      detail: { file: file.path, line: item.line },
      fix: [`varve import ${QIPU_FORMAT} ${folderOf(folderOf(file.path)) || '.'}`],
    })
  }
}

function startOfLine(text: string, line: number): number {
  let position = 0
  for (let number = 1; number < line; number++) {
    const feed = text.indexOf('\n', position)
    if (feed === -1) break
    position = feed + 1
  }
  return position
}

function duplicateId(first: ReadNote, second: ReadNote): Issue {
  return {
    code: 'duplicate_id',
    severity: 'error',
    subjects: [first.id, second.entryId],
    message: `${first.file.path} and ${second.file.path} have one id, ${first.id}; the second is kept as ${second.entryId}`,
    detail: { files: [first.file.path, second.file.path] },
    fix: [`varve compact apply ${first.id} --note ${second.entryId} --kind duplicates`],
  }
}
