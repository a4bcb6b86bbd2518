import type { Message } from '../model/message.ts'
import { cleanForReplay, type DroppedMessages } from '../transcripts/clean-for-replay.ts'
import type { Segment, SegmentStart, Transcript } from '../transcripts/transcript.ts'

/** An append-only stretch of a recorded session, as it is replayed: texts, calls, results and reasoning. */
export interface ReplaySegment {
  readonly start: SegmentStart
  /** The first message whose call is replayed. */
  readonly from: number
  readonly messages: readonly Message[]
  readonly workingDirectory?: string | undefined
}

/** What of a transcript is replayed, and how much cleaning took. */
export interface ReplaySession {
  readonly segments: readonly ReplaySegment[]
  readonly dropped: readonly DroppedMessages[]
}

export function replaySession(transcript: Transcript): ReplaySession {
  const { transcript: clean, dropped } = cleanForReplay(transcript)
  return { segments: clean.segments.map((segment) => replaySegment(segment, transcript.cwd)), dropped }
}

function replaySegment({ start, firstNew, window }: Segment, workingDirectory?: string): ReplaySegment {
  // After a summary the calls of messages carried over are made again; after a clearing in place they were made.
  const from = start === 'compaction' ? 0 : firstNew
  return { start, from, messages: window.messages.map(withoutImages), workingDirectory }
}

const REPLAYED: ReadonlySet<string> = new Set(['text', 'tool_call', 'tool_result', 'reasoning'])

function withoutImages(message: Message): Message {
  const parts = message.parts.filter(({ kind }) => REPLAYED.has(kind))
  return parts.length === message.parts.length ? message : { ...message, parts }
}
