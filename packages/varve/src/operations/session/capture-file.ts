import {
  type CaptureCursor,
  canonicalJson,
  type Instant,
  type Issue,
  isPurge,
  parseInstant,
  type StoreReader,
  type StoreWriter,
  VarveError,
} from '@varve/core'
import {
  listSessionRecords,
  MessageRedactor,
  mergeSession,
  type Transcript,
  withoutParts,
} from '@varve/core/sessions'
import { isExcluded } from '../../config/is-excluded.ts'
import { systemErrorCode } from '../../files/system-error.ts'
import type { OperationContext } from '../context.ts'
import { LARGE } from './held-line.ts'
import { clearLargeTexts, keepMemorySmall } from './keep-memory-small.ts'
import { TranscriptFile } from './transcript-file.ts'
import type { TranscriptBatch, TranscriptSource } from './transcript-source.ts'

/** What came of reading one file. */
export interface Capture {
  readonly path: string
  readonly format: string | undefined
  /** Ids of the sessions in it, in text order. */
  readonly sessions: readonly string[]
  readonly messages: number
  readonly parts: number
  readonly revised: number
  /** Up to where it is read. */
  readonly offset: number
  /** Bytes that were read now. */
  readonly bytes: number
  readonly redactions: Readonly<Record<string, number>>
  readonly issues: readonly Issue[]
  /** Why nothing was taken of it. */
  readonly skipped?: 'unchanged' | 'unknown_format' | 'busy' | 'other_project' | 'excluded' | 'unreadable'
  /** Where it was left because it is another project's: which, where that can be told. */
  readonly otherProject?: string
}

/** The same in words, of a file or several. */
export const SAID_OF_SKIPPED: Readonly<Record<NonNullable<Capture['skipped']>, string>> = {
  unchanged: 'known already',
  unknown_format: 'no transcripts',
  busy: 'being read by another process',
  other_project: 'of other projects (--any-project takes them too)',
  excluded: 'left out',
  unreadable: 'unreadable',
}

export interface CaptureOptions {
  /** Takes sessions of whatever project. */
  readonly anyProject: boolean
  /** A folder that is known to be of this project, though it may be gone. */
  readonly ownFolder?: string
  /** Is told how many bytes were read so far. */
  readonly onBytes?: (bytes: number) => void
}

/**
 * Takes in what came to a transcript since it was last read: masked, each record once. Each batch is written
 * with its cursor in one transaction, so that a run that is killed is taken up where it was; and only where
 * the cursor is still the one that it was read from, so that of several runs one goes on.
 */
export function captureFile(context: OperationContext, path: string, options: CaptureOptions): Capture {
  const file = openFile(path)
  if (file === undefined) return nothingOf(path, 'unreadable')
  try {
    return captureSource(context, path, file, options)
  } finally {
    file.close()
  }
}

/** The same of sessions that lie elsewhere, under a name that stays. */
export function captureSource(
  context: OperationContext,
  name: string,
  source: TranscriptSource,
  options: CaptureOptions,
): Capture {
  keepMemorySmall()
  const cursor = context.reading().captureCursor(name)
  const isOver = cursor?.left === 'excluded' || (cursor?.left === 'other_project' && options.anyProject)
  if (cursor !== undefined && !isOver && source.isUnchanged(cursor))
    return nothingOf(name, 'unchanged', cursor)
  const run = new CaptureRun(context, name, options, cursor, source.writtenAt)
  if (!isOver && cursor?.left !== undefined) run.noteLeft(cursor.left)
  for (const batch of source.batches(isOver ? undefined : cursor)) if (!run.take(batch)) break
  return run.finish()
}

class CaptureRun {
  readonly #context: OperationContext
  readonly #path: string
  readonly #options: CaptureOptions
  readonly #sessions = new Set<string>()
  readonly #left = new Set<NonNullable<CaptureCursor['left']>>()
  readonly #issues: Issue[] = []
  readonly #redactor: MessageRedactor
  readonly #writtenAt: Instant
  #totals = { messages: 0, parts: 0, revised: 0, bytes: 0 }
  #last: CaptureCursor | undefined
  #isOvertaken = false
  #otherProject: string | undefined

  constructor(
    context: OperationContext,
    path: string,
    options: CaptureOptions,
    cursor: CaptureCursor | undefined,
    writtenAt: Instant,
  ) {
    this.#writtenAt = writtenAt
    this.#last = cursor
    this.#redactor = new MessageRedactor(context.redactor, cursor?.secret_calls)
    this.#context = context
    this.#path = path
    this.#options = options
  }

  noteLeft(why: NonNullable<CaptureCursor['left']>): void {
    this.#left.add(why)
  }

  /** False where another run took the same in. */
  take(batch: TranscriptBatch): boolean {
    if (batch.bytes > LARGE) clearLargeTexts()
    this.#issues.push(...batch.issues.filter((issue) => issue.code !== 'transcript_unknown'))
    const cursor = this.#context.writing().transact('capture', (writer) => {
      if (canonicalJson(writer.captureCursor(this.#path)) !== canonicalJson(this.#last)) return undefined
      for (const transcript of batch.transcripts) this.#session(writer, transcript, batch.bytes)
      const reached = this.#reached(batch.cursor)
      writer.putCaptureCursor(this.#path, reached)
      return reached
    })
    this.#isOvertaken = cursor === undefined
    if (cursor === undefined) return false
    this.#last = cursor
    this.#totals.bytes += batch.bytes
    this.#options.onBytes?.(this.#totals.bytes)
    return true
  }

  #reached(cursor: CaptureCursor): CaptureCursor {
    const { pending } = this.#redactor
    const [left] = [...this.#left].sort()
    return {
      ...cursor,
      ...(pending.length === 0 ? {} : { secret_calls: pending }),
      ...(left === undefined ? {} : { left }),
    }
  }

  finish(): Capture {
    const { format = '', offset = 0 } = this.#last ?? {}
    const [why] = this.#left
    const skipped = this.#isOvertaken
      ? 'busy'
      : format === ''
        ? 'unknown_format'
        : this.#sessions.size === 0
          ? why
          : undefined
    return {
      path: this.#path,
      format: format === '' ? undefined : format,
      sessions: [...this.#sessions].sort(),
      ...this.#totals,
      offset,
      redactions: this.#redactor.counts,
      issues: this.#issues,
      ...(skipped === undefined ? {} : { skipped }),
      ...(this.#otherProject === undefined ? {} : { otherProject: this.#otherProject }),
    }
  }

  #session(writer: StoreWriter, transcript: Transcript, raw: number): void {
    const left = this.#reasonToLeave(writer, transcript)
    if (left !== undefined) {
      this.#left.add(left)
      return
    }
    const { reasoning } = this.#context.config.capture
    const redactor = this.#redactor
    const before = redactor.counts
    const purgedUntil = purgeTime(writer, transcript.sessionId)
    const erased = erasedParts(writer, transcript.sessionId)
    const messages = listSessionRecords(transcript, { reasoning })
      .map((message) => withoutParts(redactor.redact(message), erased))
      .filter(({ at }) => purgedUntil === undefined || at === undefined || at > purgedUntil)
    const put = writer.putMessages(transcript.sessionId, messages)
    const merged = mergeSession(writer.session(transcript.sessionId), transcript, {
      put,
      raw: transcript.kind === 'main' ? raw : 0,
      redactions: newCounts(before, redactor.counts),
      writtenAt: this.#writtenAt,
      redact: (text) => redactor.redactText(text),
    })
    writer.putSession(merged)
    this.#sessions.add(transcript.sessionId)
    this.#totals.messages += put.added
    this.#totals.parts += put.parts
    this.#totals.revised += put.revised
  }

  #reasonToLeave(writer: StoreWriter, { sessionId, cwd, branch }: Transcript): CaptureCursor['left'] {
    if (writer.sessionMark(sessionId, 'exclude', '') !== undefined) return 'excluded'
    if (isExcluded(this.#context.config.capture.exclude, [cwd, branch])) return 'excluded'
    const { anyProject, ownFolder } = this.#options
    if (anyProject || cwd === undefined || cwd === ownFolder) return undefined
    const project = this.#context.projectAt(cwd)
    if (project === this.#context.place.projectId) return undefined
    this.#otherProject ??= project
    return 'other_project'
  }
}

/** Parts of a session that were erased for good, by a secret in them. */
function erasedParts(reader: StoreReader, session: string): ReadonlySet<string> {
  return new Set(reader.sessionMarks(session).flatMap(({ mark, name }) => (mark === 'part' ? [name] : [])))
}

/** Up to when what was said in a session was erased for good. */
function purgeTime(reader: StoreReader, session: string): Instant | undefined {
  const value = reader.sessionMark(session, 'archive', '') ?? null
  if (!isPurge({ mark: 'archive', value })) return undefined
  return typeof value?.until === 'string' ? parseInstant(value.until)?.at : undefined
}

function newCounts(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([kind, n]) => {
      const more = n - (before[kind] ?? 0)
      return more > 0 ? [[kind, more] as const] : []
    }),
  )
}

function openFile(path: string): TranscriptFile | undefined {
  try {
    return new TranscriptFile(path)
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

export function nothingOf(
  path: string,
  skipped: NonNullable<Capture['skipped']>,
  cursor?: CaptureCursor,
): Capture {
  return {
    path,
    format: cursor?.format,
    sessions: [],
    messages: 0,
    parts: 0,
    revised: 0,
    offset: cursor?.offset ?? 0,
    bytes: 0,
    redactions: {},
    issues: [],
    skipped,
  }
}

/** What to say of a file that was named and can't be read. */
export function unreadableFile(path: string): VarveError {
  return new VarveError('unreadable', `can't be read: ${path}`, {
    subjects: [path],
    fix: ['varve session import <file>'],
  })
}
