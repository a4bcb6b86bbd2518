import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { openFidelity, STEPS, sent, source } from '../scripted.ts'
import { openAgent } from './example.ts'

test('60 steps of an agent: passes are made, each call keeps its result, what memory gets is whole [CAM-113]', async () => {
  let step = 0
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const now = step++
      const tokens = Math.ceil(sent(prompt).length / 4)
      const usage = {
        inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 10, text: 10, reasoning: 0 },
      }
      const call = {
        type: 'tool-call' as const,
        toolCallId: `call-${now}`,
        toolName: 'read',
        input: JSON.stringify({ path: `src/file${now}.ts` }),
      }
      const word = [
        { type: 'text-start' as const, id: 't' },
        { type: 'text-delta' as const, id: 't', delta: 'All read.' },
        { type: 'text-end' as const, id: 't' },
      ]
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          ...(now < STEPS - 1 ? [call] : word),
          {
            type: 'finish' as const,
            finishReason: {
              unified: now < STEPS - 1 ? ('tool-calls' as const) : ('stop' as const),
              raw: undefined,
            },
            usage,
          },
        ]),
      }
    },
  })
  const fidelity = openFidelity()
  const output = await openAgent(model, fidelity).stream('Read every file', { maxSteps: STEPS })
  expect(await output.text).toContain('All read.')
  expect(model.doStreamCalls).toHaveLength(STEPS)
  expect(fidelity.state().passes.length).toBeGreaterThanOrEqual(2)
  const last = model.doStreamCalls.at(-1)?.prompt ?? []
  const calls = last.flatMap(({ role, content }) =>
    role === 'assistant' ? content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : [])) : [],
  )
  const results = last.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? part.toolCallId : [])) : [],
  )
  expect(calls).toHaveLength(STEPS - 1)
  expect(results).toEqual(calls)
  expect(sent(last)).toContain('tok elided')
  const kept = sent(await output.messageList.get.all.db())
  expect(kept).not.toContain('tok elided')
  expect(kept).toContain(JSON.stringify(source('src/file0.ts')).slice(1, -1))
})
