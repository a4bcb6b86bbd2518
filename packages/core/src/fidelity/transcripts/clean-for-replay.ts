import type { Part } from '../model/message.ts'
import type { Segment, Transcript, TranscriptMessage } from './transcript.ts'

/** How much a segment lost, by the rule that took it. */
export interface DroppedMessages {
  /** Calls that nothing answers, but for those of the last message. */
  readonly openCalls: number
  /** Answers that were left without text and calls. */
  readonly emptyAnswers: number
  /** Results that answer no open call. */
  readonly orphanResults: number
  /** Messages before the first one of the user. */
  readonly leading: number
}

/** A transcript that can be replayed, and what each of its segments lost. */
export interface CleanTranscript {
  readonly transcript: Transcript
  readonly dropped: readonly DroppedMessages[]
}

/** Leaves out of each segment what no provider would take: logs have calls that were aborted, and odd ends. */
export function cleanForReplay(transcript: Transcript): CleanTranscript {
  const cleaned = transcript.segments.map(cleanSegment)
  const usage = transcript.usage.flatMap((call) => {
    const message = cleaned[call.segment]?.places.get(call.message)
    return message === undefined ? [] : [{ ...call, message }]
  })
  return {
    transcript: { ...transcript, segments: cleaned.map(({ segment }) => segment), usage },
    dropped: cleaned.map(({ dropped }) => dropped),
  }
}

interface CleanSegment {
  readonly segment: Segment
  readonly dropped: DroppedMessages
  /** Where each message that was kept stands now. */
  readonly places: ReadonlyMap<number, number>
}

function cleanSegment(segment: Segment): CleanSegment {
  const { messages } = segment.window
  const { open, orphans } = unpaired(messages)
  const calls = withoutParts(messages, open)
  const isEmptyAnswer = (message: TranscriptMessage) => message.role === 'assistant' && !saysOrCalls(message)
  const emptyAnswers = calls.filter(isEmptyAnswer).length
  const results = withoutParts(messages, new Set([...open, ...orphans]))
  const isLeft = results.map(
    (message) => !isEmptyAnswer(message) && (message.parts.length > 0 || message.role === 'user'),
  )
  const first = results.findIndex((message, index) => isLeft[index] === true && message.role === 'user')
  const start = first < 0 ? results.length : first
  const places = new Map<number, number>()
  const kept = results.filter((_, index) => {
    const isKept = index >= start && isLeft[index] === true
    if (isKept) places.set(index, places.size)
    return isKept
  })
  const firstNew = [...places.keys()].filter((index) => index < segment.firstNew).length
  const leading = isLeft.slice(0, start).filter(Boolean).length
  return {
    segment: { ...segment, firstNew, window: { ...segment.window, messages: kept } },
    dropped: { openCalls: open.size, emptyAnswers, orphanResults: orphans.size, leading },
    places,
  }
}

function saysOrCalls(message: TranscriptMessage): boolean {
  return message.parts.some(
    (part) => part.kind !== 'reasoning' && (part.kind !== 'text' || part.text.trim() !== ''),
  )
}

/** Calls that nothing answers, and results that answer none; ids that repeat are paired in order. */
function unpaired(messages: readonly TranscriptMessage[]): {
  readonly open: Set<Part>
  readonly orphans: Set<Part>
} {
  const waiting = new Map<string, Part[]>()
  const orphans = new Set<Part>()
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.callId === undefined) continue
    const calls = waiting.get(part.callId) ?? []
    waiting.set(part.callId, calls)
    if (part.kind === 'tool_call') calls.push(part)
    else if (part.kind === 'tool_result' && calls.shift() === undefined) orphans.add(part)
  }
  const last = new Set(messages.at(-1)?.parts)
  return { open: new Set([...waiting.values()].flat().filter((part) => !last.has(part))), orphans }
}

function withoutParts(
  messages: readonly TranscriptMessage[],
  dropped: ReadonlySet<Part>,
): readonly TranscriptMessage[] {
  return messages.map((message) => {
    const parts = message.parts.filter((part) => !dropped.has(part))
    return parts.length === message.parts.length ? message : { ...message, parts }
  })
}
