import { inputRequired } from '@modelcontextprotocol/server'
import type { Model, ModelRequest, ModelResult } from '@varve/core'
import type { ClientQuestions, ClientReply } from './client-questions.ts'

/** The model of a client that declared that it can sample: it asks its user, and says no where the user does. */
export function samplingModel(questions: ClientQuestions): Model {
  return {
    provider: 'sampling',
    name: 'client',
    async complete(request) {
      return readReply(await questions.ask(question(request), request.timeoutMs))
    },
  }
}

function question({ system, user, maxOutputTokens }: ModelRequest) {
  return inputRequired.createMessage({
    systemPrompt: system,
    messages: [{ role: 'user', content: { type: 'text', text: user } }],
    maxTokens: maxOutputTokens,
    temperature: 0.2,
    includeContext: 'none',
    modelPreferences: { speedPriority: 0.7, costPriority: 0.7, intelligencePriority: 0.4 },
  })
}

function readReply(reply: ClientReply): ModelResult {
  switch (reply.kind) {
    case 'timeout':
      return failure('timeout', 'the client did not answer in time')
    case 'cancelled':
      return failure('cancelled', 'the call was taken back')
    case 'refused':
      return failure('refused', reply.message)
    case 'answer':
      return readMessage(reply.value)
    default:
      return reply satisfies never
  }
}

function failure(kind: 'timeout' | 'cancelled' | 'refused' | 'cut' | 'server', message: string): ModelResult {
  return { kind: 'failure', failure: kind, message }
}

/** A message as the protocol has it as a result; what a client says beside it counts for nothing. */
function readMessage(value: unknown): ModelResult {
  const text = isRecord(value) && value.role === 'assistant' ? textOf(value.content) : undefined
  if (!isRecord(value) || text === undefined) return failure('server', 'the client’s answer is no message')
  if (value.stopReason === 'maxTokens') return failure('cut', 'the answer was cut at its length')
  return { kind: 'answer', text }
}

function textOf(content: unknown): string | undefined {
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  )
  return texts.length === 0 ? undefined : texts.join('')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
