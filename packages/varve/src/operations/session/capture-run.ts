import {
  type CaptureCursor,
  canonicalJson,
  type Instant,
  type Issue,
  isOwnQuestion,
  isPurge,
  parseInstant,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import {
  isOwnCall,
  listSessionRecords,
  MessageRedactor,
  mergeSession,
  type Transcript,
  withoutParts,
} from '@varve/core/sessions'
import { isExcluded } from '../../config/is-excluded.ts'
import type { OperationContext } from '../context.ts'
import { clearLargeTexts } from '../heap/old-heap.ts'
import type { Capture, CaptureOptions } from './capture.ts'
import { LARGE } from './held-line.ts'
import type { TranscriptBatch } from './transcript-source.ts'

/** Takes in the batches of one transcript, each with the cursor behind it in one transaction. */
export class CaptureRun {
  readonly #context: OperationContext
  readonly #path: string
  readonly #options: CaptureOptions
  readonly #sessions = new Set<string>()
  readonly #own = new Set<string>()
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

  /**
   * Varve's own questions to a model are nobody's session: what begins with one is left to its end. What is
   * kept already began otherwise, whatever somebody pastes into it later.
   */
  #isOwn(writer: StoreWriter, transcript: Transcript): boolean {
    const isBegun = writer.session(transcript.sessionId) !== undefined
    if (!isBegun && isOwnCall(transcript, isOwnQuestion)) this.#own.add(transcript.sessionId)
    return this.#own.has(transcript.sessionId)
  }

  #reasonToLeave(writer: StoreWriter, transcript: Transcript): CaptureCursor['left'] {
    const { sessionId, cwd, branch } = transcript
    if (writer.sessionMark(sessionId, 'exclude', '') !== undefined) return 'excluded'
    if (isExcluded(this.#context.config.capture.exclude, [cwd, branch])) return 'excluded'
    if (this.#isOwn(writer, transcript)) return 'excluded'
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
