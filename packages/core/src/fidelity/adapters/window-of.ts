import { withoutUndefined } from '../../domain/json.ts'
import type { DraftMessage } from '../host/draft.ts'
import { keyedMessages } from '../host/keyed-messages.ts'
import { overheadOf } from '../host/overhead-of.ts'
import type { Message, Window } from '../model/message.ts'
import type { HostFormat } from './host-format.ts'

/** The neutral window of a host's request. Reads, and never changes, what it is given. */
export function windowOf(format: HostFormat, request: unknown, sessionId: string): Window {
  const messages = windowMessages(format, format.parse(format.list(request)))
  const overhead = overheadOf(format.overhead(request))
  const serverEdits = format.serverEdits(request)
  const reasoning = format.removesReasoning ? {} : { keepsReasoning: true }
  return { messages, overhead, sessionId, ...reasoning, ...withoutUndefined({ serverEdits }) }
}

/** The messages of a window, of the drafts of each host message. */
export function windowMessages(
  format: HostFormat,
  drafts: readonly (readonly DraftMessage[])[],
): readonly Message[] {
  return keyedMessages(joinItems(drafts.flat(), format.joins))
}

/** Several items of the host that are one message, as one. */
export function joinItems(
  drafts: readonly DraftMessage[],
  joins: HostFormat['joins'],
): readonly DraftMessage[] {
  const messages: DraftMessage[] = []
  let run: DraftMessage[] = []
  const close = () => {
    const [first] = run
    if (first === undefined) return
    messages.push(run.length === 1 ? first : together(first, run))
    run = []
  }
  for (const draft of drafts) {
    const before = run.at(-1)
    if (before !== undefined && !joins(before, draft)) close()
    run.push(draft)
  }
  close()
  return messages
}

function together(first: DraftMessage, run: readonly DraftMessage[]): DraftMessage {
  return { ...first, parts: run.flatMap((draft) => draft.parts), raw: run.map((draft) => draft.raw) }
}
