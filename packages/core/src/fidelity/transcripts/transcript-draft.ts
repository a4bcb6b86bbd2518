import type { Issue } from '../../domain/issue.ts'
import { sessionIdOf } from '../../domain/session.ts'
import type { DraftMessage, DraftPart } from '../host/draft.ts'
import { keyedMessages } from '../host/keyed-messages.ts'
import { overheadOf } from '../host/overhead-of.ts'
import { findHostEdits } from './find-host-edits.ts'
import type { ReadOptions } from './read-options.ts'
import type {
  CallUsage,
  Segment,
  SegmentStart,
  SessionFacts,
  Transcript,
  TranscriptFork,
} from './transcript.ts'
import { withoutRaw } from './without-raw.ts'

/** A message of a transcript before its parts have keys. */
export interface LoggedMessage extends DraftMessage {
  readonly keys: readonly string[]
  readonly starts?: readonly number[]
  readonly parent?: string
  readonly at?: string
  readonly model?: string
}

interface DraftSegment {
  readonly start: SegmentStart
  readonly firstNew: number
  readonly messages: LoggedMessage[]
}

/** A transcript while it is being read. */
export class TranscriptDraft {
  readonly #format: string
  #facts: SessionFacts
  readonly #overhead = new Set<string>()
  #segments: DraftSegment[] = [{ start: 'begin', firstNew: 0, messages: [] }]
  readonly #usage = new Map<string, CallUsage>()
  readonly #forks: TranscriptFork[] = []
  readonly #issues: Issue[] = []

  constructor(format: string, facts: SessionFacts) {
    this.#format = format
    this.#facts = facts
  }

  get facts(): SessionFacts {
    return this.#facts
  }

  /** Takes in facts that the session's records tell; later ones win. */
  note(facts: Partial<SessionFacts>): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  /** Takes in the time of a record: the first is when the session started. */
  noteTime(at: string | undefined): void {
    if (at === undefined) return
    this.note(this.#facts.startedAt === undefined ? { startedAt: at, endedAt: at } : { endedAt: at })
  }

  /** Text that is sent with every call, such as a system prompt; said again it counts once. */
  overhead(text: string): void {
    if (text !== '') this.#overhead.add(text)
  }

  /** The messages that the model saw last. */
  get messages(): readonly LoggedMessage[] {
    return this.#current.messages
  }

  get #current(): DraftSegment {
    return this.#segments.at(-1) ?? { start: 'begin', firstNew: 0, messages: [] }
  }

  /** Adds a message and says where it stands. */
  append(message: LoggedMessage): number {
    return this.#current.messages.push(message) - 1
  }

  /** Adds to a message, where one is written in several records. */
  extend(index: number, parts: readonly DraftPart[], keys: readonly string[]): void {
    const message = this.messages[index]
    if (message === undefined) return
    const raws = Array.isArray(message.raw) ? message.raw : [message.raw]
    this.#current.messages[index] = {
      ...message,
      parts: [...message.parts, ...parts],
      keys: [...message.keys, ...keys],
      starts: [...(message.starts ?? [0]), ...keys.map(() => message.parts.length)],
      raw: parts.length === 0 ? message.raw : raws,
    }
  }

  /** Says that the agent rewrote its history: what it saw from then on begins with `messages`. */
  restart(start: SegmentStart, messages: readonly LoggedMessage[]): void {
    const current = this.#current
    const isUntouched = current.messages.length === current.firstNew
    // A rewrite right after another, or before anything was said, leaves no stretch between them.
    if (isUntouched) this.#segments.pop()
    const isFirst = this.#segments.length === 0 && messages.length === 0
    this.#segments.push({
      start: isFirst ? 'begin' : start,
      firstNew: messages.length,
      messages: [...messages],
    })
  }

  /** What a call cost that answered with a message of the current stretch; said again, the last counts. */
  usage(message: number, usage: Omit<CallUsage, 'segment' | 'message'>): void {
    const segment = this.#segments.length - 1
    this.#usage.set(`${segment}:${message}`, { segment, message, ...usage })
  }

  fork(fork: TranscriptFork): void {
    this.#forks.push(fork)
  }

  issue(issue: Issue): void {
    this.#issues.push(issue)
  }

  get isEmpty(): boolean {
    return this.#segments.every((segment) => segment.messages.length === 0)
  }

  finish(issues: readonly Issue[] = [], options: Pick<ReadOptions, 'withoutRaw'> = {}): Transcript {
    const externalId = this.#facts.externalId ?? ''
    const sessionId = sessionIdOf(this.#facts.agent, externalId)
    const keptOf = (messages: readonly LoggedMessage[]) =>
      options.withoutRaw === true ? messages.map(withoutRaw) : messages
    const overhead = overheadOf([...this.#overhead])
    const segments: readonly Segment[] = this.#segments.map(({ start, firstNew, messages }) => ({
      start,
      firstNew,
      window: { messages: keyedMessages(keptOf(messages)), overhead, sessionId },
    }))
    const usage = [...this.#usage.values()]
    const edits = findHostEdits(usage, externalId === '' ? this.#format : externalId)
    const all = [...issues, ...this.#issues, ...edits]
    return {
      format: this.#format,
      ...this.#facts,
      externalId,
      sessionId,
      segments,
      usage,
      forks: this.#forks,
      issues: all,
    }
  }
}
