import { existsSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { byText, recordHeader, recordLine, type Scope, sha256, VarveError } from '@varve/core'
import { LINK_MODES } from '../export/document/document.ts'
import { DOCUMENT_FORMATS } from '../export/document/document-formats.ts'
import { EXPORT_FORMATS, type ExportedMemory, type ExportFile } from '../export/export-formats.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { ONTOLOGY_POLICY } from '../import/qipu/ontology.ts'
import { checkScope } from './check-scope.ts'
import { furtherScopes } from './commit.ts'
import type { OperationContext } from './context.ts'
import { selectDocument } from './export/select-document.ts'
import { choice, flag, type InputOf, list, positional, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'

const STANDARD_OUTPUT = '-'
const EXAMPLE = 'varve export leanspec .lean-spec/memory'
const FORMATS = [...EXPORT_FORMATS, ...DOCUMENT_FORMATS]

/** `varve export`: the memory as files, readable without Varve. */
export const exportFiles = defineOperation({
  name: 'export',
  summary: 'Write the memory out as files',
  effect: 'reads',
  fields: {
    format: positional(FORMATS.map(({ name, title }) => `${name}: ${title}`).join('; '), 'format'),
    target: positional('The folder to write into; - prints a format of one file', 'folder'),
    all: flag('Retracted entries too; a pack always holds them'),
    strictLeanspec: flag('With leanspec: nothing that LeanSpec does not know'),
    scope: text('Only entries of this scope', { value: 'scope' }),
    note: list('With bundle, outline, bibliography: this entry', { value: 'id' }),
    collectionRoot: list('With those: this entry, and what it links to', { value: 'id' }),
    tag: list('With those: entries of this tag', { value: 'tag' }),
    query: text('With those: what answers a search', { value: 'words' }),
    linkMode: choice('With those: links between the entries (default preserve)', LINK_MODES),
    raw: flag('With those: entries themselves, even where others stand in for them'),
    force: flag('Overwrite files that hold something else'),
    dryRun: flag('Say which files would be written, and write none'),
  },
  examples: [EXAMPLE, 'varve export pack - > memory.pack'],
  run(input, context) {
    const { format: name, target, force, dryRun } = input
    const folder = resolve(context.cwd, target)
    const files = renderFiles(input, context, folder)
    if (target === STANDARD_OUTPUT) return printed(name, files)
    const changed = files.filter(({ path, text: wanted }) => readTextFile(join(folder, path)) !== wanted)
    if (!force) refuseOverwriting(folder, changed, `varve export ${name} ${target} --force`)
    if (!dryRun) {
      for (const { path, text: wanted } of changed) writeFileAtomically(join(folder, path), wanted)
    }
    return told(name, files, changed, dryRun)
  },
})

type ExportInput = InputOf<typeof exportFiles.fields>

function renderFiles(input: ExportInput, context: OperationContext, folder: string): readonly ExportFile[] {
  const { format: name, target, all, strictLeanspec, scope, linkMode = 'preserve' } = input
  const document = DOCUMENT_FORMATS.find((candidate) => candidate.name === name)
  if (document) return document.render(selectDocument(context, { ...input, linkMode }))
  const format = EXPORT_FORMATS.find((candidate) => candidate.name === name)
  if (!format) {
    const known = FORMATS.map((candidate) => candidate.name)
    throw new VarveError('unknown_format', `unknown export format ${name}; known: ${known.join(', ')}`, {
      fix: [EXAMPLE],
    })
  }
  checkScope(scope, 'varve export pack - --scope project')
  return format.render(selectMemory(context, { name, scope, all }), {
    isStrict: strictLeanspec,
    counter: context.config.memory.counter,
    existing: target === STANDARD_OUTPUT ? [] : listExisting(folder),
    read: (path) => readTextFile(join(folder, path)),
  })
}

/**
 * Everything of the scopes one sees; hidden entries too: they are what the others were pressed from. A
 * pack is the whole memory, to be unpacked elsewhere: every scope, and what was retracted.
 */
function selectMemory(
  context: OperationContext,
  { name, scope, all }: { readonly name: string; readonly scope: Scope | undefined; readonly all: boolean },
): ExportedMemory {
  const reader = context.reading()
  const isWhole = name === 'pack' && scope === undefined
  const seen = new Set(scope === undefined ? ['project', ...furtherScopes(context)] : [scope])
  const entries = [...reader.entries({ visibility: 'all' })].filter(
    (entry) =>
      (isWhole || seen.has(entry.scope)) &&
      !entry.purged &&
      (name === 'pack' || all || entry.state === 'active'),
  )
  const ontology = reader.policy(ONTOLOGY_POLICY)
  return {
    entries,
    lineage: reader.lineage({}),
    links: reader.links({}),
    ...(ontology === undefined ? {} : { ontology }),
    reviews: isWhole ? reader.reviews() : [],
    quarantine: isWhole ? reader.quarantine() : [],
  }
}

/** Folders that a format names its files in. */
const NAMED_IN = ['entries', 'notes', 'mocs']

function listExisting(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const inside = NAMED_IN.filter((name) => existsSync(join(folder, name))).flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${name}/${path.split(sep).join('/')}`,
    ),
  )
  return [...readdirSync(folder), ...inside].sort(byText)
}

/** A file that says what the memory said when it was written, or read, holds nothing that could be lost. */
function refuseOverwriting(folder: string, changed: readonly ExportFile[], command: string): void {
  const existing = changed.filter(({ path, replaces = [], isOwn }) => {
    const text = readTextFile(join(folder, path))
    return text !== undefined && isOwn !== true && !replaces.includes(sha256(text))
  })
  if (existing.length === 0) return
  const names = existing.map(({ path }) => path)
  throw new VarveError(
    'usage',
    `these files hold something else: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`,
    {
      subjects: names,
      fix: [command],
    },
  )
}

function printed(format: string, files: readonly ExportFile[]): OperationResult {
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new VarveError('usage', `${format} makes ${files.length} files; - prints a format of one`, {
      fix: [EXAMPLE],
    })
  }
  return { json: { path: file.path, text: file.text }, human: file.text, records: file.text }
}

function told(
  format: string,
  files: readonly ExportFile[],
  changed: readonly ExportFile[],
  dryRun: boolean,
): OperationResult {
  const written = changed.map(({ path }) => path)
  return {
    json: { format, files: files.map(({ path }) => path), written, dry_run: dryRun },
    human: `${dryRun ? 'Would write' : 'Wrote'} ${written.length} of ${files.length} files (${format})\n`,
    records: `${[recordHeader('export', { format, files: files.length, written: written.length, dry_run: dryRun }), ...written.map((path) => recordLine('D', ['file', { quoted: path }], {}))].join('\n')}\n`,
  }
}
