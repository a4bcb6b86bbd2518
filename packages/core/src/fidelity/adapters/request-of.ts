import { argumentObject } from '../host/call-arguments.ts'
import type { Message, Part } from '../model/message.ts'

/** What a window can be written as. */
export const REQUEST_FORMATS = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'ai-sdk',
  'gemini',
] as const
export type RequestFormat = (typeof REQUEST_FORMATS)[number]

/**
 * The body of a request that holds these messages, in the words of a host: to try a view of a recorded session
 * elsewhere. Reasoning is left out, because a provider takes only what it signed itself; a picture is told by a line,
 * because no transcript holds its bytes.
 */
export function requestOf(
  format: RequestFormat,
  messages: readonly Message[],
  model?: string,
): Readonly<Record<string, unknown>> {
  const named = model === undefined ? {} : { model }
  const turns = turnsOf(messages)
  switch (format) {
    case 'anthropic-messages':
      return { ...named, ...systemOf(turns, 'system'), messages: turns.flatMap(anthropicTurn) }
    case 'openai-chat':
      return { ...named, messages: turns.flatMap(chatTurn) }
    case 'openai-responses':
      return { ...named, ...systemOf(turns, 'instructions'), input: turns.flatMap(responsesTurn) }
    case 'ai-sdk':
      return { ...named, messages: turns.flatMap(aiSdkTurn) }
    case 'gemini':
      return { ...named, ...geminiSystem(turns), contents: turns.flatMap(geminiTurn) }
    default:
      return format satisfies never
  }
}

/** A message, or all results of one message’s calls, as far as a request holds them. */
interface Turn {
  readonly role: Message['role']
  readonly texts: readonly string[]
  readonly calls: readonly Part[]
  readonly results: readonly Part[]
}

function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const { role, parts } of messages) {
    const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind)
    const said = parts.filter(({ kind }) => !['tool_call', 'tool_result', 'reasoning'].includes(kind))
    const turn = {
      role,
      texts: said.map(({ text }) => text).filter((text) => text.trim() !== ''),
      calls: of('tool_call'),
      results: of('tool_result'),
    }
    const before = turns.at(-1)
    if (role === 'tool' && before?.role === 'tool')
      turns[turns.length - 1] = { ...before, results: [...before.results, ...turn.results] }
    else if (turn.texts.length + turn.calls.length + turn.results.length > 0) turns.push(turn)
  }
  return turns
}

function systemOf(turns: readonly Turn[], field: string): object {
  const texts = turns.filter(({ role }) => role === 'system').flatMap((turn) => turn.texts)
  return texts.length === 0 ? {} : { [field]: texts.join('\n\n') }
}

function idOf({ callId, key }: Part): string {
  return callId ?? key
}

function blocksOf(texts: readonly string[], type: string): readonly object[] {
  return texts.map((text) => ({ type, text }))
}

function anthropicTurn({ role, texts, calls, results }: Turn): readonly object[] {
  const blocks = blocksOf(texts, 'text')
  if (role === 'system') return []
  if (role === 'user') return [{ role, content: blocks }]
  if (role === 'tool')
    return [
      {
        role: 'user',
        content: results.map((part) => ({
          type: 'tool_result',
          tool_use_id: idOf(part),
          content: part.text,
          ...(part.isError === true ? { is_error: true } : {}),
        })),
      },
    ]
  const uses = calls.map((part) => ({
    type: 'tool_use',
    id: idOf(part),
    name: part.tool ?? '',
    input: argumentObject(part.text),
  }))
  return [{ role, content: [...blocks, ...uses] }]
}

function chatTurn({ role, texts, calls, results }: Turn): readonly object[] {
  if (role === 'tool') return results.map((part) => ({ role, tool_call_id: idOf(part), content: part.text }))
  if (role !== 'assistant') return [{ role, content: blocksOf(texts, 'text') }]
  const tool_calls = calls.map((part) => ({
    id: idOf(part),
    type: 'function',
    function: { name: part.tool ?? '', arguments: part.text },
  }))
  const content = texts.length === 0 ? null : blocksOf(texts, 'text')
  return [{ role, content, ...(tool_calls.length === 0 ? {} : { tool_calls }) }]
}

function responsesTurn({ role, texts, calls, results }: Turn): readonly object[] {
  if (role === 'system') return []
  if (role === 'tool')
    return results.map((part) => ({
      type: 'function_call_output',
      call_id: idOf(part),
      output: part.text,
    }))
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  const said = texts.length === 0 ? [] : [{ type: 'message', role, content: blocksOf(texts, type) }]
  const called = calls.map((part) => ({
    type: 'function_call',
    call_id: idOf(part),
    name: part.tool ?? '',
    arguments: part.text,
  }))
  return [...said, ...called]
}

function aiSdkTurn({ role, texts, calls, results }: Turn): readonly object[] {
  if (role === 'system') return [{ role, content: texts.join('\n\n') }]
  if (role === 'tool')
    return [
      {
        role,
        content: results.map((part) => ({
          type: 'tool-result',
          toolCallId: idOf(part),
          toolName: part.tool ?? '',
          output: { type: part.isError === true ? 'error-text' : 'text', value: part.text },
        })),
      },
    ]
  const called = calls.map((part) => ({
    type: 'tool-call',
    toolCallId: idOf(part),
    toolName: part.tool ?? '',
    input: argumentObject(part.text),
  }))
  return [{ role, content: [...blocksOf(texts, 'text'), ...called] }]
}

function geminiSystem(turns: readonly Turn[]): Readonly<Record<string, unknown>> {
  const texts = turns.flatMap(({ role, texts }) => (role === 'system' ? texts : []))
  return texts.length === 0 ? {} : { systemInstruction: { parts: texts.map((text) => ({ text })) } }
}

function geminiTurn({ role, texts, calls, results }: Turn): readonly object[] {
  if (role === 'system') return []
  const parts = texts.map((text) => ({ text }))
  if (role === 'tool')
    return [
      {
        role: 'user',
        parts: results.map((part) => ({
          functionResponse: {
            id: idOf(part),
            name: part.tool ?? '',
            response: { [part.isError === true ? 'error' : 'output']: part.text },
          },
        })),
      },
    ]
  const called = calls.map((part) => ({
    functionCall: { id: idOf(part), name: part.tool ?? '', args: argumentObject(part.text) },
  }))
  return [{ role: role === 'assistant' ? 'model' : 'user', parts: [...parts, ...called] }]
}
