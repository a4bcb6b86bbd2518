import { createHash } from 'node:crypto'
import { contentHash, type EntryId, type Issue, sortedUnique } from '@varve/core'
import { decodeText } from '../decode-text.ts'
import { draftFields } from '../draft-fields.ts'
import { duplicateDraftId } from '../draft-id.ts'
import {
  type DraftLineage,
  type DraftLink,
  type ImportDraft,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { folderOf, joinPath, stemOf } from '../path-names.ts'
import { quarantinedFile } from '../source-lines.ts'
import { foldersWithNotes, type QipuFile, qipuFiles, storesOf } from './detect.ts'
import { ONTOLOGY_POLICY, type Ontology, parseOntology } from './ontology.ts'
import { parseQipuNote, type QipuNote } from './parse-note.ts'
import { EMPTY_SIDECAR, parseSidecar, type Sidecar, withSidecarFields } from './sidecar.ts'

export const QIPU_FORMAT = 'qipu'

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

interface ReadNote extends QipuNote {
  readonly file: QipuFile
  /** Its id in Varve: another one where an earlier file has its own. */
  readonly entryId: EntryId
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
      drafts: [...drafts, ...ofPart('template').flatMap((file) => this.#template(file))],
      lineage: withStatedHashes(edges.lineage(), sidecar),
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

  /** A template says how notes are to be written: kept as text, and never in the way of what is known. */
  #template(file: QipuFile): readonly ImportDraft[] {
    const text = this.#textOf(file)
    if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return []
    return [
      {
        ref: file.path,
        key: { source: file.path, key: '', occurrence: 1 },
        fields: draftFields(
          { format: QIPU_FORMAT, file: file.path, line: 1, trust: this.#source.trust },
          {
            type: 'template',
            title: `Template: ${stemOf(file.path)}`,
            content: text,
            tags: ['template'],
            confidence: 'low',
            value: 0,
            original: { file: file.storePath, text },
          },
        ),
      },
    ]
  }
}

function draftOf(note: ReadNote, attachments: ReadonlyMap<string, string>, sidecar: Sidecar): ImportDraft {
  const { file, entryId, fields } = note
  const files = sortedUnique(attachmentsOf(note)).flatMap((path) => {
    const hash = attachments.get(path)
    return hash === undefined ? [] : [{ path, hash }]
  })
  return {
    ref: entryId,
    id: entryId,
    key: { source: file.path, key: note.id, occurrence: 1 },
    fields: withSidecarFields(
      {
        ...fields,
        refs: [...fields.refs, ...files],
        ...(file.workspace === undefined ? {} : { scope: `branch:${file.workspace}` }),
      },
      sidecar.fields.get(entryId),
    ),
  }
}

const FILE_LINK = /\]\(<?([^()<>\s]*attachments\/[^()<>\s]+)>?\)/g

/** The attachments that a note's text names, as paths of the source. */
function attachmentsOf({ fields, file }: ReadNote): readonly string[] {
  return [...fields.content.matchAll(FILE_LINK)].flatMap(
    ([, target = '']) => joinPath(folderOf(file.path), target) ?? [],
  )
}

/** What the notes of a store say of one another, in ids of Varve. */
class NoteEdges {
  readonly #notes: readonly ReadNote[]
  readonly #byPath: ReadonlyMap<string, ReadNote>
  readonly #byId = new Map<string, ReadNote>()

  constructor(notes: readonly ReadNote[]) {
    this.#notes = notes
    this.#byPath = new Map(notes.map((note) => [note.file.path, note]))
    for (const note of notes) {
      for (const name of [note.id, `${note.file.workspace ?? ''}/${note.id}`])
        if (!this.#byId.has(name)) this.#byId.set(name, note)
    }
  }

  lineage(): readonly DraftLineage[] {
    return this.#notes.flatMap((note) =>
      note.compacts.map((id): DraftLineage => {
        const under = this.#find(id, note)
        const top = note.entryId
        if (under === undefined) return { kind: 'digests', top, under: id }
        return { kind: 'digests', top, under: under.entryId, source_hash: hashSeen(note, under) }
      }),
    )
  }

  links(): readonly DraftLink[] {
    return this.#notes.flatMap((note) => [
      ...note.links.map(
        ({ type, id }): DraftLink => ({
          from: note.entryId,
          to: this.#find(id, note)?.entryId ?? id,
          type,
          source: 'typed',
        }),
      ),
      ...this.#inline(note).map(
        (to): DraftLink => ({ from: note.entryId, to, type: 'related', source: 'inline' }),
      ),
    ])
  }

  // A note that links another several times links it once. A name that is no id of a store is text.
  #inline(note: ReadNote): readonly string[] {
    const targets = note.inline.flatMap(({ target, style }) => {
      const found = this.#find(target, note)
      if (found !== undefined) return [found.entryId]
      if (style === 'wiki') return /^qp-[A-Za-z0-9_-]+$/.test(target) ? [target] : []
      return this.#byPath.get(joinPath(folderOf(note.file.path), target) ?? '')?.entryId ?? []
    })
    return [...new Set(targets)].filter((target) => target !== note.entryId)
  }

  /** Within its workspace first. */
  #find(id: string, { file }: ReadNote): ReadNote | undefined {
    return this.#byId.get(`${file.workspace ?? ''}/${id}`) ?? this.#byId.get(id)
  }
}

/** A source that was changed after its digest was written had another text then: which one, nobody can tell. */
function hashSeen(digest: ReadNote, under: ReadNote): string {
  const isNewer =
    digest.updated !== undefined && under.updated !== undefined && digest.updated < under.updated
  return isNewer ? 'unknown' : contentHash(under.fields)
}

/** What the sidecar knows of an edge is more than what a front matter can say. */
function withStatedHashes(lineage: readonly DraftLineage[], sidecar: Sidecar): readonly DraftLineage[] {
  const nameOf = ({ kind, top, under }: DraftLineage): string => `${kind} ${top} ${under}`
  const stated = new Map(sidecar.lineage.map((edge) => [nameOf(edge), edge]))
  return [
    ...lineage.map((edge) => stated.get(nameOf(edge)) ?? edge),
    ...sidecar.lineage.filter((edge) => edge.kind !== 'digests'),
  ]
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
