import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Issue, issueOrder, recordHeader, VarveError } from '@varve/core'
import { isDatabase } from '../files/is-database.ts'
import { walkFiles } from '../import/walk-files.ts'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import { flag, rest } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { type Capture, type CaptureOptions, SAID_OF_SKIPPED } from './session/capture.ts'
import { captureDatabase } from './session/capture-database.ts'
import { captureFile, capturePacked, unreadableFile } from './session/capture-file.ts'
import { isPacked } from './session/unpacked-file.ts'

const MOST_FILES = 200_000
const MAY_BE_TRANSCRIPT = /\.(?:jsonl|json|md|traj|ndjson)(?:\.gz)?$|(?:^|[\\/])opencode[^\\/]*\.db$/

/** `varve session import`: whole histories, by the same ids that capturing them live gives. */
export const sessionImport = defineOperation({
  name: 'session import',
  summary: 'Take in sessions that agents wrote down',
  effect: 'writes',
  fields: {
    paths: rest('Files, or folders that hold some', 'path'),
    anyProject: flag('Take sessions of other projects too'),
  },
  examples: ['varve session import ~/.claude/projects', 'varve session import chat.jsonl --any-project'],
  async run({ paths, anyProject }, context) {
    if (paths.length === 0) {
      throw new VarveError('usage', 'session import needs <path>', { fix: [sessionImport.examples[0]] })
    }
    const issues: Issue[] = []
    const files = await listFiles(paths, context, issues)
    const captures = await captureAll(files, { anyProject }, context)
    return render(captures, issues)
  },
})

interface SourceFile {
  readonly path: string
  readonly size: number
  /** Given by name, and not found in a folder. */
  readonly isNamed: boolean
}

async function listFiles(
  paths: readonly string[],
  context: OperationContext,
  issues: Issue[],
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = []
  for (const typed of paths) {
    const path = resolve(context.cwd, typed)
    if (!existsSync(path)) {
      throw new VarveError('not_found', `no such file or folder: ${typed}`, {
        subjects: [typed],
        fix: [sessionImport.examples[0]],
      })
    }
    if (!statSync(path).isDirectory()) found.push(sourceFile(path, true))
    else {
      const walked = await walkFiles(path, (name) => MAY_BE_TRANSCRIPT.test(name), MOST_FILES, issues)
      found.push(...walked.files.map((name) => sourceFile(join(path, name), false)))
    }
  }
  return found
}

function sourceFile(path: string, isNamed: boolean): SourceFile {
  const real = realpathSync(path)
  return { path: real, size: statSync(real).size, isNamed }
}

const KIB = 2 ** 10

async function captureAll(
  files: readonly SourceFile[],
  options: { readonly anyProject: boolean },
  context: OperationContext,
): Promise<readonly Capture[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const all: Capture[] = []
  let before = 0
  for (const { path, size, isNamed } of files) {
    // Of a packed file more comes than it holds.
    const tell = (bytes: number) =>
      context.progress(
        'session import, KiB:',
        Math.ceil((before + Math.min(bytes, size)) / KIB),
        Math.ceil(total / KIB),
      )
    const captures = await captureEach(context, path, { ...options, onBytes: tell })
    if (isNamed && captures.some(({ skipped }) => skipped === 'unreadable')) throw unreadableFile(path)
    before += size
    tell(0)
    all.push(...captures)
  }
  return all
}

async function captureEach(
  context: OperationContext,
  path: string,
  options: CaptureOptions,
): Promise<readonly Capture[]> {
  if (isPacked(path)) return [await capturePacked(context, path, options)]
  return isDatabase(path) ? captureDatabase(context, path, options) : [captureFile(context, path, options)]
}

const SHOWN_ISSUES = 10

function render(captures: readonly Capture[], found: readonly Issue[]): OperationResult {
  const sessions = new Set(captures.flatMap((capture) => capture.sessions))
  const messages = sum(captures, (capture) => capture.messages)
  const parts = sum(captures, (capture) => capture.parts)
  const redactions = totals(captures)
  const masked = Object.values(redactions).reduce((total, count) => total + count, 0)
  const skipped = captures.flatMap(({ path, skipped: why }) =>
    why === undefined ? [] : [{ path, reason: why }],
  )
  const issues = [
    ...found,
    ...captures.flatMap((capture) => capture.issues.map((issue) => placed(issue, capture.path))),
  ].sort(issueOrder)
  const reasons = Map.groupBy(skipped, ({ reason }) => reason)
  return {
    json: { sessions: sessions.size, captured: { messages, parts }, skipped, redactions, issues },
    human: `${[
      `${counted(sessions.size, 'session')}, ${counted(messages, 'new message')} (${counted(parts, 'part')})${masked > 0 ? `; ${counted(masked, 'secret')} masked` : ''}`,
      ...[...reasons]
        .sort()
        .map(
          ([why, files]) =>
            `  ${files.length} ${files.length === 1 ? 'file' : 'files'}: ${SAID_OF_SKIPPED[why]}`,
        ),
      ...(sessions.size > 0 ? ['varve learn learns from them'] : []),
    ].join('\n')}\n`,
    records: `${recordHeader('session.import', { sessions: sessions.size, messages, parts, skipped: skipped.length })}\n`,
    issues: issues.slice(0, SHOWN_ISSUES),
  }
}

function placed(issue: Issue, path: string): Issue {
  return { ...issue, subjects: [path, ...issue.subjects], message: `${path}: ${issue.message}` }
}

function sum(captures: readonly Capture[], amountOf: (capture: Capture) => number): number {
  return captures.reduce((total, capture) => total + amountOf(capture), 0)
}

function totals(captures: readonly Capture[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { redactions } of captures) {
    for (const [kind, count] of Object.entries(redactions)) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return Object.fromEntries([...counts].sort())
}
