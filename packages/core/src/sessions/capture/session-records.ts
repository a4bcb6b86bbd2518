import { parseInstant } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import { messageIdOf, type SessionMessage, type SessionPart } from '../../domain/session.ts'
import { isTypedText } from '../../fidelity/host/typed-text.ts'
import type { Part } from '../../fidelity/model/message.ts'
import type { Transcript, TranscriptMessage } from '../../fidelity/transcripts/transcript.ts'

export interface RecordOptions {
  /** Keeps what the model thought. */
  readonly reasoning: boolean
}

/**
 * The messages of a transcript as a store keeps them: one for each record of the file, in its order, each
 * once. A record that is read again, alone or with all the others, gets the id that it had.
 */
export function listSessionRecords(
  transcript: Transcript,
  { reasoning }: RecordOptions,
): readonly SessionMessage[] {
  const records = new Map<string, SessionMessage>()
  for (const { firstNew, window } of transcript.segments) {
    const occurrences = new Map<string, number>()
    window.messages.forEach((message, index) => {
      for (const record of recordsOf(message)) {
        const count = occurrences.get(record.key) ?? 0
        occurrences.set(record.key, count + 1)
        const id = messageIdOf(transcript.sessionId, count === 0 ? record.key : `${record.key}#${count}`)
        // What a rewrite carried over is there already; what it wrote itself is nobody's word.
        if (records.has(id)) continue
        const isOwn = index >= firstNew
        const kept = storedMessage(transcript, message, record, id, reasoning, isOwn)
        if (kept.parts.length > 0) records.set(id, kept)
      }
    })
  }
  return [...records.values()]
}

interface TranscriptRecord {
  readonly key: string
  readonly parts: readonly Part[]
}

/** An answer is written in several records; each is kept for itself, so that it counts where a file is cut. */
function recordsOf({ keys, starts = [0], parts }: TranscriptMessage): readonly TranscriptRecord[] {
  return starts.flatMap((start, index): readonly TranscriptRecord[] => {
    const key = keys[index]
    return key === undefined ? [] : [{ key, parts: parts.slice(start, starts[index + 1]) }]
  })
}

function storedMessage(
  { sessionId }: Transcript,
  { role, at, human, model, parent }: TranscriptMessage,
  record: TranscriptRecord,
  id: string,
  reasoning: boolean,
  isOwn: boolean,
): SessionMessage {
  const instant = at === undefined ? undefined : parseInstant(at)?.at
  return {
    id,
    role,
    ...(instant === undefined ? {} : { at: instant }),
    ...(human && isOwn ? { human: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(parent === undefined ? {} : { parent: messageIdOf(sessionId, parent) }),
    parts: record.parts
      .filter((part) => reasoning || part.kind !== 'reasoning')
      .map((part) => (human && isOfHost(part) ? { ...storedPart(part), kind: 'marker' } : storedPart(part))),
  }
}

/** Whether a text that stands beside what a person typed was put there by the host: nobody's word. */
function isOfHost({ kind, text, raw }: Part): boolean {
  return kind === 'text' && (!isTypedText(text) || objectOf(raw)?.synthetic === true)
}

function storedPart(part: Part): SessionPart {
  const { kind, text, tool, callId, isError, exitCode } = part
  const args = kind === 'tool_call' ? objectOf(part.args) : undefined
  return {
    kind: kind === 'image' ? 'marker' : kind,
    // Of a call whose arguments are an object the text is those arguments again.
    text: args === undefined ? text : '',
    ...(args === undefined ? {} : { args }),
    ...(tool === undefined ? {} : { tool }),
    ...(callId === undefined ? {} : { call_id: callId }),
    ...(isError === true ? { is_error: true } : {}),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  }
}

function objectOf(value: unknown): JsonObject | undefined {
  // Arguments were parsed from JSON.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}
