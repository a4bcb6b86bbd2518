import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import {
  type ImportOutcome,
  issueOrder,
  planImport,
  type QuarantinedItem,
  recordHeader,
  recordLine,
  sortedUnique,
  VarveError,
} from '@varve/core'
import { detectFormats } from '../import/detect-format.ts'
import { type IdentifiedImport, identifyDrafts } from '../import/draft-id.ts'
import { type ImportSource, joinImports, type ParsedImport } from '../import/import-format.ts'
import { IMPORT_FORMATS } from '../import/import-formats.ts'
import { readSource } from '../import/read-source.ts'
import { redactImport } from '../import/redact-import.ts'
import { checkScope } from './check-scope.ts'
import { type Committed, commit, defaultScope } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, rest, text } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

/** `varve import [format] path…`: one plan for everything read; a second time changes nothing. */
export const importFiles = defineOperation({
  name: 'import',
  summary: 'Take in files and other memories',
  effect: 'writes',
  fields: {
    paths: rest(
      `Files or folders; a format may come first: ${IMPORT_FORMATS.map(({ name }) => name).join(', ')}`,
      '[format] path',
    ),
    scope: text('project, branch:<name> or session:<id>', { value: 'scope' }),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve import CLAUDE.md docs/adr', 'varve import leanspec .lean-spec/memory --dry-run'],
  async run({ paths: words, scope, dryRun }, context) {
    const { format, paths } = splitWords(words)
    const { entries, ...read } = await readAll(context, paths, format)
    const created = context.clock.now()
    const entryScope = checkScope(scope, 'varve import . --scope project') ?? defaultScope(context)
    const command = `import ${paths.map((path) => placeInProject(context, resolve(context.cwd, path)).folder || '.').join(' ')}`
    const committed = commit(context, 'import', dryRun, (reader) => {
      const outcome = planImport(reader, {
        ...read,
        command,
        entries: letGo(entries, ({ id, fields }) => ({
          id,
          fields: { created, scope: entryScope, ...fields },
        })),
      })
      return { plan: outcome.plan, outcome }
    })
    if (!dryRun) keepQuarantined(context, read, created)
    const record = committed.record?.id
    const shortRecord = record && shortRecordIdIn(context.reading(), record)
    return render({ read, committed, shortRecord, dryRun })
  },
})

/** Hands over a list one by one and keeps none: a plan of a large source is large enough by itself. */
function* letGo<T, U>(values: readonly T[], map: (value: T) => U): Generator<U> {
  const left: (T | undefined)[] = values as T[]
  for (const [index, value] of values.entries()) {
    left[index] = undefined
    yield map(value)
  }
}

interface ReadImports extends IdentifiedImport {
  readonly quarantined: ParsedImport['quarantined']
  readonly formats: readonly string[]
  /** Every file that was read. */
  readonly files: ReadonlySet<string>
}

/** Reads, masks and identifies; what came before each of these steps is let go, for a source may be large. */
async function readAll(
  context: OperationContext,
  paths: readonly string[],
  format: string | undefined,
): Promise<ReadImports> {
  const read = await Promise.all(paths.map((path) => readOne(context, path, format)))
  const formats = sortedUnique(read.flatMap((one) => one.formats))
  const files = new Set(read.flatMap((one) => one.files))
  const { parsed } = redactImport(joinImports(read.map((one) => one.parsed)), context.redactor)
  return {
    ...identifyDrafts(parsed, context.place.projectId),
    quarantined: parsed.quarantined,
    formats,
    files,
  }
}

function splitWords([first, ...others]: readonly string[]): {
  readonly format: string | undefined
  readonly paths: readonly string[]
} {
  if (first === undefined)
    throw new VarveError('usage', 'import needs a path', { fix: [importFiles.examples[0]] })
  const isFormat = IMPORT_FORMATS.some(({ name }) => name === first)
  if (!isFormat) return { format: undefined, paths: [first, ...others] }
  return { format: first, paths: others.length > 0 ? others : ['.'] }
}

interface ReadImport {
  readonly parsed: ParsedImport
  readonly formats: readonly string[]
  readonly files: readonly string[]
}

async function readOne(
  context: OperationContext,
  path: string,
  format: string | undefined,
): Promise<ReadImport> {
  const absolute = resolve(context.cwd, path)
  if (!existsSync(absolute)) {
    throw new VarveError('not_found', `no such file or folder: ${path}`, {
      subjects: [path],
      fix: ['varve import .'],
    })
  }
  const read = await readSource(absolute, { trust: 'agent' })
  const folder = statSync(absolute).isDirectory() ? absolute : dirname(absolute)
  const source = below(read.source, placeInProject(context, folder))
  const claims =
    format === undefined ? detectFormats(source).claims : [{ format: formatNamed(format), source }]
  const parsed = joinImports(claims.map((claim) => claim.format.parse(claim.source)))
  return {
    parsed: { ...parsed, issues: [...read.issues, ...parsed.issues] },
    formats: claims.map((claim) => claim.format.name),
    files: source.files.map((file) => file.path),
  }
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
  throw new VarveError('unknown_format', `unknown format: ${name}`, { fix: [importFiles.examples[0]] })
}

interface PlaceInProject {
  readonly folder: string
  readonly isInside: boolean
}

/** A folder from the top of the project where it lies inside, else by its name alone. */
function placeInProject({ place }: OperationContext, absolute: string): PlaceInProject {
  const inside = relative(realpathSync(place.top), realpathSync(absolute)).replaceAll('\\', '/')
  const isInside = !inside.startsWith('..') && !/^[A-Za-z]:/.test(inside)
  return { folder: isInside ? inside : basename(absolute), isInside }
}

/** What could not be read stays named until its file is read again. */
function keepQuarantined(
  context: OperationContext,
  { files, quarantined }: Omit<ReadImports, 'entries'>,
  at: number,
): void {
  const hasOld = context
    .reading()
    .quarantine()
    .some((item) => files.has(item.file))
  if (!hasOld && quarantined.length === 0) return
  const items: readonly QuarantinedItem[] = quarantined.map((item) => ({ ...item, at }))
  context.writing().transact('import', (writer) => writer.replaceQuarantine(files, items))
}

interface Page {
  readonly read: Omit<ReadImports, 'entries'>
  readonly committed: Committed<ImportOutcome>
  readonly shortRecord: string | undefined
  readonly dryRun: boolean
}

const SHOWN_PROBLEMS = 10

function render({ read, committed, shortRecord, dryRun }: Page): OperationResult {
  const { added, revised, unchanged } = committed.outcome
  const { quarantined, formats } = read
  const issues = [...read.issues].sort(issueOrder)
  const counts = { added, revised, unchanged, quarantined: quarantined.length }
  const problems = [
    ...quarantined.map((item) => `  quarantined ${item.file}:${item.line}: ${item.reason}`),
    ...issues.map((issue) => `  ${issue.severity} [${issue.code}] ${issue.message}`),
  ]
  const more = problems.length - SHOWN_PROBLEMS
  const bad = quarantined.length > 0 ? `, ${quarantined.length} quarantined` : ''
  return {
    json: {
      ...counts,
      formats,
      plan_id: committed.record?.id ?? null,
      get plan_hash() {
        return committed.planHash
      },
      dry_run: dryRun,
      quarantine: quarantined.map(({ text: _, ...item }) => item),
      issues,
    },
    human: [
      `${dryRun ? 'Would add' : 'Added'} ${added}, ${revised} revised, ${unchanged} unchanged${bad} (${formats.join(', ') || 'nothing found'})`,
      ...problems.slice(0, SHOWN_PROBLEMS),
      ...(more > 0 ? [`  … and ${more} more: varve import … --json`] : []),
      ...(shortRecord === undefined ? [] : [`varve undo ${shortRecord} takes it back`]),
      '',
    ].join('\n'),
    records: `${[
      recordHeader('import', {
        ...counts,
        formats: formats.join(','),
        plan: committed.record?.id,
        dry_run: dryRun,
      }),
      ...quarantined.map((item) =>
        recordLine('D', ['quarantined', { quoted: `${item.file}:${item.line}` }], { reason: item.reason }),
      ),
    ].join('\n')}\n`,
  }
}
