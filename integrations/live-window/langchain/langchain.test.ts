import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { langchainContextEdit } from '@varve/core/fidelity'
import { expect, test } from 'vitest'
import { openFidelity, STEPS, sent, source } from '../scripted.ts'
import { openAgent } from './example.ts'

/** Reads a file at each step, and says a word at the last. */
class ScriptedModel extends BaseChatModel {
  readonly prompts: BaseMessage[][] = []

  constructor() {
    super({})
  }

  override _llmType(): string {
    return 'scripted'
  }

  override bindTools(): this {
    return this
  }

  override async _generate(messages: BaseMessage[]) {
    const step = this.prompts.push([...messages]) - 1
    const tokens = Math.ceil(sent(messages.map(({ content }) => content)).length / 4)
    const usage_metadata = { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 }
    const calls = [
      { id: `call-${step}`, name: 'read', args: { path: `src/file${step}.ts` }, type: 'tool_call' as const },
    ]
    const message =
      step < STEPS - 1
        ? new AIMessage({ content: '', tool_calls: calls, usage_metadata })
        : new AIMessage({ content: 'All read.', usage_metadata })
    return { generations: [{ text: '', message }] }
  }
}

test('60 steps of an agent: passes are made, each call keeps its result, the state of the graph is whole [CAM-113]', async () => {
  const model = new ScriptedModel()
  const fidelity = openFidelity()
  const agent = openAgent(model, fidelity)
  const state = await agent.invoke(
    { messages: [new HumanMessage('Read every file')] },
    { recursionLimit: 500 },
  )
  expect(model.prompts).toHaveLength(STEPS)
  expect(fidelity.state().passes.length).toBeGreaterThanOrEqual(2)
  const last = model.prompts.at(-1) ?? []
  const calls = last.flatMap((message) =>
    message instanceof AIMessage ? (message.tool_calls ?? []).map(({ id }) => id) : [],
  )
  const results = last.flatMap((message) => (message instanceof ToolMessage ? message.tool_call_id : []))
  expect(calls).toHaveLength(STEPS - 1)
  expect(results).toEqual(calls)
  expect(sent(last)).toContain('tok elided')
  expect(sent(state.messages)).not.toContain('tok elided')
  expect(state.messages.find((message) => message instanceof ToolMessage)?.content).toBe(
    source('src/file0.ts'),
  )
  expect(fidelity.state().memory?.ratios.length).toBeGreaterThan(10)
})

test('as a context edit it changes the array, and replaces no message of another', async () => {
  const fidelity = openFidelity()
  const messages: BaseMessage[] = [new HumanMessage('Read every file')]
  for (let step = 0; step < 40; step++) {
    const args = { path: `src/file${step}.ts` }
    messages.push(
      new AIMessage({
        id: `a${step}`,
        content: [
          { type: 'text', text: 'Next.' },
          { type: 'tool_use', id: `c${step}`, name: 'read', input: args },
        ],
        tool_calls: [{ id: `c${step}`, name: 'read', args, type: 'tool_call' }],
      }),
    )
    messages.push(
      new ToolMessage({
        id: `t${step}`,
        tool_call_id: `c${step}`,
        name: 'read',
        status: 'success',
        content: source(args.path),
      }),
    )
  }
  const before = messages.map((message) => [message.id, message.type])
  const first = messages[2]
  langchainContextEdit(fidelity).apply({ messages })
  expect(messages.map((message) => [message.id, message.type])).toEqual(before)
  expect(messages[2]).toBeInstanceOf(ToolMessage)
  expect(messages[2]?.content).toContain('tok elided')
  expect(first?.content).toBe(source('src/file0.ts'))
})
