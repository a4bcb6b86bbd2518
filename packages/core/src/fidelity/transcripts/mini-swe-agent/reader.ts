import { parseChatMessages } from '../../adapters/openai-chat/parse-messages.ts'
import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf } from '../../host/host-object.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { userMessage } from '../../host/user-message.ts'
import { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'

export class MiniSweAgentReader implements TranscriptReader {
  readonly #drafts: TranscriptDraft[] = []

  take(item: unknown): void {
    const document = objectOf(item)
    if (document === undefined) return
    const externalId = nameOf(document.instance_id)
    const model = nameOf(objectOf(objectOf(objectOf(document.info)?.config)?.model)?.model_name)
    const draft = new TranscriptDraft('mini-swe-agent', {
      agent: 'mini-swe-agent',
      kind: 'main',
      ...(externalId === undefined ? {} : { externalId }),
      ...(model === undefined ? {} : { model }),
    })
    logMessages(draft, objectsOf(document.messages))
    this.#drafts.push(draft)
  }

  end(): readonly TranscriptDraft[] {
    return this.#drafts
  }
}

function logMessages(draft: TranscriptDraft, messages: readonly HostObject[]): void {
  let open: readonly string[] = []
  messages.forEach((message, index) => {
    const from = { keys: [`line:${index}`], raw: message }
    const text = joinedTexts(message.content)
    if (message.role === 'system') draft.overhead(text)
    else if (message.role === 'assistant') {
      const parts = answerParts(message, index)
      open = parts.flatMap((part) => (part.kind === 'tool_call' ? (part.callId ?? []) : []))
      if (parts.length === 0) return
      logUsage(draft, draft.append({ role: 'assistant', parts, human: false, ...from }), message)
    } else if (message.role === 'tool' || (message.role === 'user' && open.length > 0)) {
      const callId = nameOf(message.tool_call_id) ?? open[0] ?? ''
      open = open.filter((id) => id !== callId)
      const exitCode = numberOf(objectOf(message.extra)?.returncode)
      const ended = exitCode === undefined ? {} : { exitCode }
      draft.append({
        role: 'tool',
        parts: [{ kind: 'tool_result', callId, text, ...ended, raw: message }],
        human: false,
        ...from,
      })
    } else if (message.role === 'user') {
      draft.append({ ...userMessage([{ kind: 'text', text, raw: message }], message), ...from })
    }
  })
}

function answerParts(message: HostObject, index: number): readonly DraftPart[] {
  const [draft] = parseChatMessages([message])[0] ?? []
  const parts = (draft?.parts ?? []).filter((part) => part.kind !== 'text' || part.text !== '')
  if (parts.some((part) => part.kind === 'tool_call')) return parts
  const actions = objectsOf(objectOf(message.extra)?.actions)
  return [
    ...parts,
    ...actions.map(
      (action, nth): DraftPart => ({
        kind: 'tool_call',
        tool: 'bash',
        callId: nameOf(action.tool_call_id) ?? `a${index}.${nth}`,
        ...argumentsOf({ command: action.command }),
        raw: action,
      }),
    ),
  ]
}

function logUsage(draft: TranscriptDraft, index: number, message: HostObject): void {
  const usage = objectOf(objectOf(objectOf(message.extra)?.response)?.usage)
  const input = numberOf(usage?.prompt_tokens)
  if (input === undefined) return
  const cacheRead = numberOf(objectOf(usage?.prompt_tokens_details)?.cached_tokens)
  draft.usage(index, {
    input,
    output: numberOf(usage?.completion_tokens) ?? 0,
    ...(cacheRead === undefined ? {} : { cacheRead }),
  })
}
