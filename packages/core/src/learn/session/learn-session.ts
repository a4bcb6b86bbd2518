import type { Trust } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { MessageId, Session, SessionPart, StoredMessage } from '../../domain/session.ts'
import type { Target } from '../../fidelity/model/target.ts'
import { commandOf } from '../../fidelity/targets/call-payload.ts'
import { targetsOf } from '../../fidelity/targets/targets-of.ts'
import { spokenText } from './spoken-text.ts'
import { TrustReader } from './trust-reader.ts'

/** Where something stands in a session. */
export interface Place {
  readonly message: MessageId
  readonly ordinal: number
  readonly part: number
  readonly at: Instant | undefined
  readonly trust: Trust
}

/** A text of a person or of the agent. */
export interface Said extends Place {
  readonly kind: 'said'
  readonly human: boolean
  /** Words of the agent itself: no hint of its host, no summary, no report of a helper. */
  readonly isAgent: boolean
  /** As it is kept. */
  readonly text: string
  /** Of a person: without what the host put in. */
  readonly spoken: string
}

/** A call of a tool, with what came of it. */
export interface Called extends Place {
  readonly kind: 'called'
  readonly tool: string
  readonly targets: readonly Target[]
  /** Of one that runs a command. */
  readonly command: string | undefined
  readonly result: CallResult | undefined
}

export interface CallResult extends Place {
  readonly text: string
  readonly exitCode: number | undefined
  readonly isFailure: boolean
}

export type Step = Said | Called

/** A session as extractors read it: what was said and done, in order. */
export interface LearnSession {
  readonly session: Session
  readonly steps: readonly Step[]
}

/** Messages in their order. Those behind which a person went back are left out. */
export function readLearnSession(session: Session, messages: Iterable<StoredMessage>): LearnSession {
  const kept = withoutAbandoned([...messages])
  const trust = new TrustReader(session.cwd)
  const steps: (Said | DraftCall)[] = []
  const open = new Map<string, DraftCall>()
  for (const message of kept) {
    if (message.human === true) trust.turn()
    message.parts.forEach((part, index) => {
      const place = { message: message.id, ordinal: message.ordinal, part: index, at: message.at }
      if (part.kind === 'text') steps.push(said(message, part, { ...place, trust: trust.ofText(message) }))
      else if (part.kind === 'tool_call') {
        const call = called(part, { ...place, trust: trust.ofCall() })
        steps.push(call)
        if (part.call_id !== undefined) open.set(part.call_id, call)
      } else if (part.kind === 'tool_result') {
        const call = open.get(part.call_id ?? '')
        const level = trust.ofResult(call?.tool ?? part.tool ?? '', call?.targets ?? [], call?.command)
        if (call !== undefined) call.result = resultOf(part, { ...place, trust: level })
      }
    })
  }
  return { session, steps }
}

type DraftCall = Omit<Called, 'result'> & { result: CallResult | undefined }

function said(message: StoredMessage, part: SessionPart, place: Place): Said {
  const human = message.human === true
  const isAgent = message.role === 'assistant'
  return {
    kind: 'said',
    ...place,
    human,
    isAgent,
    text: part.text,
    spoken: human ? spokenText(part.text) : '',
  }
}

function called(part: SessionPart, place: Place): DraftCall {
  const { text, args, tool = '' } = part
  const targets = targetsOf({ text, tool, ...(args === undefined ? {} : { args }) })
  return { kind: 'called', ...place, tool, targets, command: commandOf(args), result: undefined }
}

const INTERRUPTED =
  /^(?:\[Request interrupted|The user doesn't want to (?:proceed|take this action)|Command timed out|<tool_use_error>(?:File has not been read|Cancelled)|(?:Tool use )?rejected by user)/i
const EXIT_CODE = /^(?:Error: )?Exit code:? (\d+)/i

function resultOf(part: SessionPart, place: Place): CallResult {
  const exitCode = part.exit_code ?? exitCodeIn(part.text)
  const isInterrupted = INTERRUPTED.test(part.text)
  const hasFailed = part.is_error === true || (exitCode ?? 0) !== 0
  return { ...place, text: part.text, exitCode, isFailure: hasFailed && !isInterrupted }
}

function exitCodeIn(text: string): number | undefined {
  const code = EXIT_CODE.exec(text)?.[1]
  return code === undefined ? undefined : Number(code)
}

/** Where a person goes back and says something else, what followed the first is left behind. */
function withoutAbandoned(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const lastOf = new Map<string, string>()
  for (const { human, parent, id } of messages) if (human && parent !== undefined) lastOf.set(parent, id)
  const left = new Set<string>()
  return messages.filter(({ human, parent, id }) => {
    const isLeft = parent !== undefined && (left.has(parent) || (human === true && lastOf.get(parent) !== id))
    if (isLeft) left.add(id)
    return !isLeft
  })
}
