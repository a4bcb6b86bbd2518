import { parseChatMessages } from '../../adapters/openai-chat/parse-messages.ts'
import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, listOf, nameOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { userMessage } from '../../host/user-message.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'

export class SweAgentReader implements TranscriptReader {
  readonly #drafts: TranscriptDraft[] = []

  take(item: unknown): void {
    const document = objectOf(item)
    if (document === undefined) return
    const draft = new TranscriptDraft('swe-agent', { agent: 'swe-agent', kind: 'main', ...factsOf(document) })
    const history = objectsOf(document.history).filter((message) => message.is_demo !== true)
    logHistory(draft, history.length > 0 ? history : lastQuery(document))
    this.#drafts.push(draft)
  }

  end(): readonly TranscriptDraft[] {
    return this.#drafts
  }
}

function factsOf(document: HostObject): Partial<TranscriptDraft['facts']> {
  const replay = objectOf(document.replay_config)
  const externalId = nameOf(document.instance_id) ?? nameOf(objectOf(replay?.problem_statement)?.id)
  return externalId === undefined ? {} : { externalId }
}

/** Without a history: what was asked last, and what the model answered. */
function lastQuery(document: HostObject): readonly HostObject[] {
  const last = objectsOf(document.trajectory).findLast((step) => Array.isArray(step.query))
  if (last === undefined) return []
  return [
    ...objectsOf(last.query),
    { role: 'assistant', content: textOf(last.response) ?? '', action: last.action },
  ]
}

/** Messages in order: an observation answers the calls that are open. */
function logHistory(draft: TranscriptDraft, history: readonly HostObject[]): void {
  const isTyped = history.some((message) => message.message_type !== undefined)
  let open: readonly string[] = []
  history.forEach((message, index) => {
    const from = { keys: [`line:${index}`], raw: message }
    if (message.role === 'system') draft.overhead(joinedTexts(message.content))
    else if (message.role === 'assistant') {
      const parts = answerParts(message, index)
      open = parts.flatMap((part) => (part.kind === 'tool_call' ? (part.callId ?? []) : []))
      if (parts.length > 0) draft.append({ role: 'assistant', parts, human: false, ...from })
    } else if (answers(message, isTyped, open)) {
      const callId = nameOf(listOf(message.tool_call_ids)[0]) ?? nameOf(message.tool_call_id) ?? open[0] ?? ''
      open = open.filter((id) => id !== callId)
      draft.append({ role: 'tool', parts: [resultPart(message, callId)], human: false, ...from })
    } else draft.append({ ...userMessage(textParts(message), message), ...from })
  })
}

/** The task itself is written as an observation too, before any call. */
function answers(message: HostObject, isTyped: boolean, open: readonly string[]): boolean {
  if (message.role === 'tool') return true
  return open.length > 0 && (!isTyped || message.message_type === 'observation')
}

function answerParts(message: HostObject, index: number): readonly DraftPart[] {
  const [draft] = parseChatMessages([{ ...message, content: message.content ?? '' }])[0] ?? []
  const parts = (draft?.parts ?? []).filter((part) => part.kind !== 'text' || part.text !== '')
  const action = nameOf(message.action)
  if (parts.some((part) => part.kind === 'tool_call') || action === undefined) return parts
  const call = argumentsOf({ command: action })
  return [...parts, { kind: 'tool_call', tool: 'cmd', callId: `a${index}`, ...call, raw: message }]
}

function textParts(message: HostObject): readonly DraftPart[] {
  return [{ kind: 'text', text: joinedTexts(message.content), raw: message }]
}

function resultPart(message: HostObject, callId: string): LoggedMessage['parts'][number] {
  return { kind: 'tool_result', callId, text: joinedTexts(message.content), raw: message }
}
