import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Access,
  type ImportOutcome,
  issueOrder,
  planImport,
  type QuarantinedItem,
  recordHeader,
  recordLine,
  VarveError,
} from '@varve/core'
import { IMPORT_FORMATS } from '../import/import-formats.ts'
import { QIPU_FORMAT } from '../import/qipu/detect.ts'
import { checkScope } from './check-scope.ts'
import { type Committed, commit, defaultScope } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, rest, text } from './field.ts'
import { growHeapSlowly } from './heap/old-heap.ts'
import { findQipuStore } from './import/find-qipu-store.ts'
import { missingFiles } from './import/missing-files.ts'
import { placeInProject, type ReadImports, readAll } from './import/read-imports.ts'
import { settleNotes } from './import/settle-notes.ts'
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
    workspaces: flag('With qipu: its workspaces too, each into a branch scope of its name'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve import CLAUDE.md docs/adr', 'varve import leanspec .lean-spec/memory --dry-run'],
  async run({ paths: words, scope, workspaces, dryRun }, context) {
    const { format, paths } = splitWords(words, context.cwd)
    growHeapSlowly(50)
    const { entries, ...read } = await readAll(context, paths, { format, withWorkspaces: workspaces })
    const created = context.clock.now()
    const entryScope = checkScope(scope, 'varve import . --scope project') ?? defaultScope(context)
    const places = paths.map((path) => placeInProject(context, resolve(context.cwd, path)).folder || '.')
    const command = context.redact(`import ${places.join(' ')}`)
    const committed = commit(context, 'import', dryRun, (reader) => {
      const settled = read.formats.includes(QIPU_FORMAT) ? settleNotes(reader, { entries }) : { entries }
      const outcome = planImport(reader, {
        ...read,
        ...settled,
        command,
        entries: letGo(settled.entries, ({ fields, ...entry }) => ({
          ...entry,
          fields: { created, scope: entryScope, ...fields },
        })),
      })
      return { plan: outcome.plan, outcome }
    })
    if (!dryRun) {
      keepQuarantined(context, read, created)
      noteUses(context, read)
    }
    const gone = read.formats.includes(QIPU_FORMAT) ? missingFiles(context.reading(), read.files) : []
    const record = committed.record?.id
    const shortRecord = record && shortRecordIdIn(context.reading(), record)
    return render({ read: { ...read, issues: [...read.issues, ...gone] }, committed, shortRecord, dryRun })
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

function splitWords(
  [first, ...others]: readonly string[],
  cwd: string,
): {
  readonly format: string | undefined
  readonly paths: readonly string[]
} {
  if (first === undefined)
    throw new VarveError('usage', 'import needs a path', { fix: [importFiles.examples[0]] })
  const isFormat = IMPORT_FORMATS.some(({ name }) => name === first)
  // A folder `memory-bank` or `notes` here is what is meant; a store of qipu is looked for as qipu does.
  const isPath = others.length === 0 && first !== QIPU_FORMAT && existsSync(resolve(cwd, first))
  if (!isFormat || isPath) return { format: undefined, paths: [first, ...others] }
  if (others.length > 0) return { format: first, paths: others }
  return { format: first, paths: [first === QIPU_FORMAT ? storeAbove(cwd) : '.'] }
}

function storeAbove(cwd: string): string {
  const store = findQipuStore(cwd)
  if (store !== undefined) return store
  throw new VarveError('not_found', 'there is no .qipu or qipu folder here or above', {
    fix: ['varve import qipu <folder>'],
  })
}

/** Beyond so many uses at one moment nothing gets warmer. */
const MOST_USES = 40

/** A count of uses as so many sessions of the day of the last: read again, it counts once. */
function noteUses(context: OperationContext, { uses }: Pick<ReadImports, 'uses'>): void {
  const reader = context.reading()
  const accesses = uses
    .filter(({ id }) => reader.entry(id) !== undefined)
    .flatMap(({ id, at, count }) =>
      Array.from({ length: Math.min(count, MOST_USES) }, (_, n): Access => {
        return { entry: id, at, session: `imported-${n + 1}`, kind: 'recall' }
      }),
    )
  if (accesses.length > 0) context.writing().noteAccesses(accesses)
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
