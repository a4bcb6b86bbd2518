import { parseGeminiContents, responseText } from '../../adapters/gemini/parse-contents.ts'
import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { userMessage } from '../../host/user-message.ts'
import type { LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'

/** Writes a message record into a transcript: one of the model brings the results of its calls with it. */
export function logGeminiRecord(draft: TranscriptDraft, record: HostObject, key: string): void {
  const at = nameOf(record.timestamp)
  const from = { keys: [key], ...(at === undefined ? {} : { at }) }
  if (record.type === 'user') {
    const human = draft.facts.kind === 'main'
    const message = userMessage(contentParts(record.content, 'user'), record)
    draft.append({ ...message, human: message.human && human, ...from })
  }
  if (record.type === 'gemini') logAnswer(draft, record, from)
}

function logAnswer(
  draft: TranscriptDraft,
  record: HostObject,
  from: Pick<LoggedMessage, 'keys' | 'at'>,
): void {
  const model = nameOf(record.model)
  const calls = objectsOf(record.toolCalls)
  const parts: readonly DraftPart[] = [
    ...objectsOf(record.thoughts).map(thoughtPart),
    ...contentParts(record.content, 'model'),
    ...calls.map(callPart),
  ]
  if (parts.length === 0) return
  const answered = model === undefined ? from : { ...from, model }
  const index = draft.append({ role: 'assistant', parts, human: false, raw: record, ...answered })
  const results = calls.flatMap(resultPart)
  if (results.length > 0) draft.append({ role: 'tool', parts: results, human: false, raw: record, ...from })
  if (model !== undefined) draft.note({ model })
  logUsage(draft, index, record, answered)
}

function contentParts(content: unknown, role: 'user' | 'model'): readonly DraftPart[] {
  if (content === '' || content === undefined || content === null) return []
  const parts = Array.isArray(content) ? content : [content]
  const named = parts.map((part) => (typeof part === 'string' ? { text: part } : part))
  return parseGeminiContents([{ role, parts: named }]).flatMap((drafts) =>
    drafts.flatMap((draft) => draft.parts),
  )
}

function thoughtPart(thought: HostObject): DraftPart {
  const text = [textOf(thought.subject), textOf(thought.description)]
    .filter((line) => line !== undefined)
    .join('\n')
  return { kind: 'reasoning', text, raw: thought }
}

function callPart(call: HostObject): DraftPart {
  const callId = nameOf(call.id)
  const id = callId === undefined ? {} : { callId }
  return { kind: 'tool_call', tool: textOf(call.name) ?? '', ...id, ...argumentsOf(call.args), raw: call }
}

/** A call that has no result yet is an open one. */
function resultPart(call: HostObject): readonly DraftPart[] {
  if (call.result === undefined || call.result === null) return []
  const callId = nameOf(call.id)
  return [
    {
      kind: 'tool_result',
      tool: textOf(call.name) ?? '',
      ...(callId === undefined ? {} : { callId }),
      text: resultText(call.result),
      ...(call.status === 'error' ? { isError: true } : {}),
      raw: call,
    },
  ]
}

function resultText(result: unknown): string {
  const parts = Array.isArray(result) ? result : [result]
  return parts
    .map((part) => {
      const response = objectOf(objectOf(part)?.functionResponse)
      if (response !== undefined) return responseText(response.response)
      return textOf(objectOf(part)?.text) ?? responseText(part)
    })
    .join('\n')
}

function logUsage(
  draft: TranscriptDraft,
  index: number,
  record: HostObject,
  from: Pick<LoggedMessage, 'at' | 'model'>,
): void {
  const tokens = objectOf(record.tokens)
  const input = numberOf(tokens?.input) ?? 0
  if (input === 0) return
  draft.usage(index, {
    input,
    cacheRead: numberOf(tokens?.cached) ?? 0,
    output: numberOf(tokens?.output) ?? 0,
    ...(from.at === undefined ? {} : { at: from.at }),
    ...(from.model === undefined ? {} : { model: from.model }),
  })
}
