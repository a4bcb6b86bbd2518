import type { Session, SessionPart, StoredMessage } from '../../domain/session.ts'
import type { DraftPart } from '../../fidelity/host/draft.ts'
import { keyedMessages } from '../../fidelity/host/keyed-messages.ts'
import { overheadOf } from '../../fidelity/host/overhead-of.ts'
import type { Transcript } from '../../fidelity/transcripts/transcript.ts'

/** A message before its parts have keys; `keys` are the stored messages that it was put together of. */
interface Joined {
  readonly role: StoredMessage['role']
  readonly human: boolean
  readonly parts: DraftPart[]
  readonly keys: string[]
  readonly starts: number[]
  readonly raw: undefined
}

/**
 * A captured session as a transcript again, in one stretch: what the agent itself had left out by then stands
 * in it. Keys of messages are the ids that they are stored under.
 */
export function capturedTranscript(session: Session, messages: Iterable<StoredMessage>): Transcript {
  const { id, agent, external_id, kind, branch, model, title, cwd } = session
  const window = {
    messages: keyedMessages(joinedAnswers(messages)),
    overhead: overheadOf([]),
    sessionId: id,
  }
  return {
    format: 'captured',
    sessionId: id,
    externalId: external_id,
    agent,
    kind,
    ...(branch !== null && { branch }),
    ...(model !== undefined && { model }),
    ...(title !== undefined && { title }),
    ...(cwd !== undefined && { cwd }),
    segments: [{ start: 'begin', firstNew: 0, window }],
    usage: [],
    forks: [],
    issues: [],
  }
}

/** An answer that was written in several records is one message. */
function joinedAnswers(messages: Iterable<StoredMessage>): readonly Joined[] {
  const joined: Joined[] = []
  for (const { id, role, human = false, parts } of messages) {
    const last = joined.at(-1)
    const drafts = parts.map((part) => draftOf(part, role))
    if (last?.role === 'assistant' && role === 'assistant') {
      last.keys.push(id)
      last.starts.push(last.parts.length)
      last.parts.push(...drafts)
    } else joined.push({ role, human, parts: drafts, keys: [id], starts: [0], raw: undefined })
  }
  return joined
}

function draftOf(part: SessionPart, role: StoredMessage['role']): DraftPart {
  const { kind, text, args, tool, call_id, is_error, exit_code } = part
  // What the host put beside a person's words is kept as a marker, and was sent as text.
  const isSent = kind === 'marker' && role === 'user' && text !== ''
  return {
    kind: isSent ? 'text' : kind,
    text: args === undefined ? text : JSON.stringify(args),
    ...(args !== undefined && { args }),
    ...(tool !== undefined && { tool }),
    ...(call_id !== undefined && { callId: call_id }),
    ...(is_error && { isError: true }),
    ...(exit_code !== undefined && { exitCode: exit_code }),
    raw: undefined,
  }
}
