import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { type StoreReader, sortedUnique, VarveError } from '@varve/core'
import { isDatabase } from '../../files/is-database.ts'
import { detectFormats } from '../../import/detect-format.ts'
import { type IdentifiedImport, identifyDrafts } from '../../import/draft-id.ts'
import {
  type ImportDraft,
  type ImportSource,
  joinImports,
  type KnownNote,
  type ParsedImport,
} from '../../import/import-format.ts'
import { IMPORT_FORMATS } from '../../import/import-formats.ts'
import { leaveOutOwnDrafts } from '../../import/leave-out-own-text.ts'
import { keptData, NOTES_FORMAT } from '../../import/notes/parse.ts'
import { readSource } from '../../import/read-source.ts'
import { redactImport } from '../../import/redact-import.ts'
import { partsOfProject } from '../../project/parts-of-project.ts'
import type { OperationContext } from '../context.ts'
import { fixYoungHeap } from '../heap/young-heap.ts'
import { readDatabase } from './read-database.ts'

export interface ReadImports extends IdentifiedImport {
  readonly quarantined: ParsedImport['quarantined']
  readonly formats: readonly string[]
  /** Every file that was read. */
  readonly files: ReadonlySet<string>
}

/** Reads, masks and identifies; what came before each of these steps is let go, for a source may be large. */
export async function readAll(
  context: OperationContext,
  paths: readonly string[],
  options: ReadRawOptions = {},
): Promise<ReadImports> {
  const read = await readRaw(context, paths, options)
  const formats = sortedUnique(read.flatMap((one) => one.formats))
  // Under the names that quarantined items bear: a name may tell a secret too.
  const files = new Set(read.flatMap((one) => one.files).map(context.redact))
  const { parsed } = redactImport(joinImports(read.map((one) => one.parsed)), context.redactor)
  return {
    ...identifyDrafts(parsed, context.place.projectId),
    quarantined: parsed.quarantined,
    formats,
    files,
  }
}

/** Reads files as they are, nothing masked: for those who look for what would be. */
export function readRaw(
  context: OperationContext,
  paths: readonly string[],
  options: ReadRawOptions = {},
): Promise<readonly ReadImport[]> {
  return Promise.all(paths.map((path) => readOne(context, path, options)))
}

export interface ReadRawOptions {
  /** Read everything as this. */
  readonly format?: string | undefined
  readonly withWorkspaces?: boolean
}

export interface ReadImport {
  readonly parsed: ParsedImport
  readonly formats: readonly string[]
  readonly files: readonly string[]
}

/** From so many bytes on, the heap is made ready for what they become. */
const LARGE_BYTES = 1 << 20

function sizeOf({ files }: ImportSource): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

async function readOne(
  context: OperationContext,
  path: string,
  { format, withWorkspaces = false }: ReadRawOptions,
): Promise<ReadImport> {
  const absolute = resolve(context.cwd, path)
  if (!existsSync(absolute)) {
    throw new VarveError('not_found', `no such file or folder: ${path}`, {
      subjects: [path],
      fix: ['varve import .'],
    })
  }
  const found = isDatabase(absolute)
    ? readDatabase(context, absolute)
    : await readSource(absolute, { trust: 'agent', readsToo: readsToo(absolute, format) })
  if (sizeOf(found.source) > LARGE_BYTES) fixYoungHeap()
  const folder = statSync(absolute).isDirectory() ? absolute : dirname(absolute)
  const place = placeInProject(context, folder)
  const known = () => knownNotes(context.reading())
  const source = { ...below(found.source, place), withWorkspaces, known }
  const claims =
    format === undefined ? detectFormats(source).claims : [{ format: formatNamed(format), source }]
  const parsed = joinImports(
    claims.map(({ format: one, source: part }) => {
      // A parcel is a memory: its files are those of whoever packed it, its texts were taken in once.
      const isParcel = one.name === 'pack'
      const read = isParcel ? one.parse(part) : leaveOutOwnDrafts(one.parse(part))
      const isHere = place.isInside && !isParcel
      return { ...read, drafts: read.drafts.map(isHere ? (draft) => inItsPart(draft, context) : fromOutside) }
    }),
  )
  return {
    parsed: {
      ...parsed,
      issues: [...found.issues, ...parsed.issues],
    },
    formats: claims.map((claim) => claim.format.name),
    files: source.files.map((file) => file.path),
  }
}

/** The notes of earlier imports: links between notes go by name, whichever of the two came first. */
function knownNotes(reader: StoreReader): readonly KnownNote[] {
  const notes: KnownNote[] = []
  for (const { id, source, title, content, custom, state, purged } of reader.entries({ visibility: 'all' })) {
    if (source.format !== NOTES_FORMAT || source.file === undefined || title === undefined) continue
    if (state === 'active' && !purged)
      notes.push({ id, file: source.file, title, content, data: keptData(custom) })
  }
  return notes
}

/** With the parts of a monorepo that its file lies in. */
function inItsPart(draft: ImportDraft, { config, place }: OperationContext): ImportDraft {
  const { fields } = draft
  if (fields.source.file === undefined) return draft
  const parts = partsOfProject(config.project.paths, place.top, fields.source.file)
  if (parts.length === 0) return draft
  return { ...draft, fields: { ...fields, tags: sortedUnique([...fields.tags, ...parts]) } }
}

function fromOutside(draft: ImportDraft): ImportDraft {
  const { fields } = draft
  return { ...draft, fields: { ...fields, source: { ...fields.source, outside: true } } }
}

/** What only one format reads: beside what it is told by, or anywhere in a folder that is named as its own. */
function readsToo(absolute: string, format: string | undefined): (path: string) => boolean {
  const formats = format === undefined ? IMPORT_FORMATS : [formatNamed(format)]
  const folder = basename(absolute)
  return (path) =>
    formats.some(
      (one) =>
        one.readsToo?.(`${folder}/${path}`, false) === true ||
        (format !== undefined && one.readsToo?.(path, true) === true),
    )
}

/** The files under the names they have in the project, so that the same file is the same whatever path led to it. */
function below(source: ImportSource, { folder, isInside }: PlaceInProject): ImportSource {
  const name = (path: string) => (folder === '' ? path : `${folder}/${path}`)
  return {
    ...source,
    root: isInside ? '' : folder,
    files: source.files.map(({ referencedBy, ...file }) => ({
      ...file,
      path: name(file.path),
      ...(referencedBy !== undefined && { referencedBy: name(referencedBy) }),
    })),
  }
}

function formatNamed(name: string): (typeof IMPORT_FORMATS)[number] {
  const format = IMPORT_FORMATS.find((candidate) => candidate.name === name)
  if (format) return format
  throw new VarveError('unknown_format', `unknown format: ${name}`, {
    fix: ['varve import CLAUDE.md docs/adr'],
  })
}

interface PlaceInProject {
  readonly folder: string
  readonly isInside: boolean
}

/** A folder from the top of the project where it lies inside, else by its name alone. */
export function placeInProject({ place }: OperationContext, absolute: string): PlaceInProject {
  const inside = relative(realpathSync(place.top), realpathSync(absolute)).replaceAll('\\', '/')
  const isInside = !inside.startsWith('..') && !/^[A-Za-z]:/.test(inside)
  return { folder: isInside ? inside : basename(absolute), isInside }
}
