import fc from 'fast-check'
import { HOST_FORMATS } from '../../../src/fidelity/adapters/adapters.ts'
import type { HostFormat } from '../../../src/fidelity/adapters/host-format.ts'
import { langchain } from '../../../src/fidelity/adapters/langchain/index.ts'

/** A conversation before any host has put it into its own words. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly reasoning?: string
      readonly text?: string
      readonly calls: readonly Call[]
    }

export interface Call {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: string
}

const text = fc.oneof(
  fc.constantFrom('Look at src/a.ts', '日本語', 'x'),
  fc.string({ minLength: 1 }).filter((t) => t.trim() !== ''),
)
const call = fc.record({
  name: fc.constantFrom('read', 'bash', 'grep'),
  args: fc.dictionary(fc.constantFrom('path', 'command', 'n'), fc.oneof(text, fc.integer())),
  result: text,
})
const turn = fc.oneof(
  fc.record({ role: fc.constant('user' as const), text }),
  fc
    .record({
      role: fc.constant('assistant' as const),
      reasoning: fc.option(text, { nil: undefined }),
      text: fc.option(text, { nil: undefined }),
      calls: fc.array(call, { maxLength: 4 }),
    })
    .filter((turn) => turn.text !== undefined || turn.calls.length > 0),
)

/** A conversation as hosts keep it: an assistant that called nothing is followed by the user. */
export const conversation: fc.Arbitrary<readonly Turn[]> = fc.array(turn, { maxLength: 12 }).map((turns) => {
  const said: Turn[] = []
  let next = 0
  for (const turn of turns) {
    const before = said.at(-1)
    if (turn.role === 'user') said.push(turn)
    else if (before?.role !== 'assistant' || before.calls.length > 0) {
      const { reasoning, text, calls } = turn
      said.push({
        role: 'assistant',
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(text === undefined ? {} : { text }),
        calls: calls.map((call) => ({ ...call, id: `call_${next++}` })),
      })
    }
  }
  return said
})

/** The classes of LangChain’s messages, as far as an adapter sees them: made of fields, and told apart by a method. */
function messageClass(type: string) {
  return class {
    readonly type = type

    constructor(fields: object) {
      Object.assign(this, fields)
    }

    _getType(): string {
      return type
    }
  }
}

const HumanMessage = messageClass('human')
const AIMessage = messageClass('ai')
const ToolMessage = messageClass('tool')

type Speak = (turns: readonly Turn[]) => unknown

/** The same conversation as each host would send it. */
export const SPOKEN: Readonly<Record<string, Speak>> = {
  'anthropic-messages': (turns) => ({
    messages: turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
      const content = [
        ...(turn.reasoning === undefined
          ? []
          : [{ type: 'thinking', thinking: turn.reasoning, signature: 's' }]),
        ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
        ...turn.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
      ]
      const results = turn.calls.map(({ id, result }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: result,
      }))
      return [
        { role: 'assistant', content },
        ...(results.length === 0 ? [] : [{ role: 'user', content: results }]),
      ]
    }),
  }),
  'openai-chat': (turns) => ({
    messages: turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
      const calls = turn.calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      }))
      return [
        {
          role: 'assistant',
          content: turn.text ?? null,
          ...(turn.reasoning === undefined ? {} : { reasoning_content: turn.reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        ...turn.calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
      ]
    }),
  }),
  'openai-responses': (turns) => ({
    input: turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
      return [
        ...(turn.reasoning === undefined
          ? []
          : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: turn.reasoning }] }]),
        ...(turn.text === undefined
          ? []
          : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: turn.text }] }]),
        ...turn.calls.map(({ id, name, args }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: JSON.stringify(args),
        })),
        ...turn.calls.map(({ id, result }) => ({
          type: 'function_call_output',
          call_id: id,
          output: result,
        })),
      ]
    }),
  }),
  'ai-sdk': (turns) =>
    turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
      const content = [
        ...(turn.reasoning === undefined ? [] : [{ type: 'reasoning', text: turn.reasoning }]),
        ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
        ...turn.calls.map(({ id, name, args }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: args,
        })),
      ]
      const results = turn.calls.map(({ id, name, result }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: result },
      }))
      return [
        { role: 'assistant', content },
        ...(results.length === 0 ? [] : [{ role: 'tool', content: results }]),
      ]
    }),
  gemini: (turns) => ({
    contents: turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [{ role: 'user', parts: [{ text: turn.text }] }]
      const parts = [
        ...(turn.reasoning === undefined ? [] : [{ text: turn.reasoning, thought: true }]),
        ...(turn.text === undefined ? [] : [{ text: turn.text }]),
        ...turn.calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
      ]
      const results = turn.calls.map(({ id, name, result }) => ({
        functionResponse: { id, name, response: { output: result } },
      }))
      return [{ role: 'model', parts }, ...(results.length === 0 ? [] : [{ role: 'user', parts: results }])]
    }),
  }),
  langchain: (turns) =>
    turns.flatMap((turn): unknown[] => {
      if (turn.role === 'user') return [new HumanMessage({ content: turn.text })]
      const content = [
        ...(turn.reasoning === undefined ? [] : [{ type: 'reasoning', reasoning: turn.reasoning }]),
        ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
      ]
      const calls = turn.calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args }))
      return [
        new AIMessage({ content, tool_calls: calls }),
        ...turn.calls.map(
          ({ id, name, result }) => new ToolMessage({ content: result, tool_call_id: id, name }),
        ),
      ]
    }),
}

/** The format that a name of `SPOKEN` stands for. */
export function formatOf(name: string): HostFormat {
  const format = [...HOST_FORMATS, langchain].find((each) => each.name === name)
  if (format === undefined) throw new Error(`no format ${name}`)
  return format
}
