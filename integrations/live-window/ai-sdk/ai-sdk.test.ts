import { aiSdkMiddleware, aiSdkPrepareStep, createFidelity } from '@varve/core/fidelity'
import { generateText, isStepCount, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openFidelity, STEPS, sent, source } from '../scripted.ts'
import { runAgent } from './example.ts'

/** Reads a file at each step, and says a word at the last; it tells what it was sent. */
function scriptedModel(refuseAt = -1) {
  let step = 0
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      if (step === refuseAt && sent(prompt).includes('tok elided')) {
        throw Object.assign(new Error('tool_use ids must match'), { statusCode: 400 })
      }
      const now = step++
      const tokens = Math.ceil(sent(prompt).length / 4)
      return {
        content:
          now < STEPS - 1
            ? [
                {
                  type: 'tool-call',
                  toolCallId: `call-${now}`,
                  toolName: 'read',
                  input: JSON.stringify({ path: `src/file${now}.ts` }),
                },
              ]
            : [{ type: 'text', text: 'All read.' }],
        finishReason: { unified: now < STEPS - 1 ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 10, text: 10, reasoning: 0 },
        },
        warnings: [],
      }
    },
  })
}

test('60 steps through the middleware: passes are made, what the provider gets is valid, what the host keeps is whole [CAM-113]', async () => {
  const model = scriptedModel()
  const fidelity = openFidelity()
  const result = await runAgent(model, fidelity, STEPS)
  expect(result.text).toBe('All read.')
  expect(model.doGenerateCalls).toHaveLength(STEPS)
  expect(fidelity.state().passes.length).toBeGreaterThanOrEqual(2)
  const last = model.doGenerateCalls.at(-1)?.prompt ?? []
  const calls = last.flatMap(({ role, content }) =>
    role === 'assistant' ? content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : [])) : [],
  )
  const results = last.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? part.toolCallId : [])) : [],
  )
  expect(calls).toHaveLength(STEPS - 1)
  expect(results).toEqual(calls)
  expect(sent(last)).toContain('tok elided')
  const kept = sent(result.steps.map(({ toolResults }) => toolResults))
  expect(kept).not.toContain('tok elided')
  expect(kept).toContain(JSON.stringify(source('src/file0.ts')).slice(1, -1))
  expect(fidelity.state().memory?.ratios.length).toBeGreaterThan(10)
})

test('prepareStep, whose messages are carried forward, gives the same views as the middleware [CAM-114]', async () => {
  const tools = {
    read: tool({
      description: 'Reads a file',
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => source(path),
    }),
  }
  const base = { tools, stopWhen: isStepCount(STEPS), prompt: 'Read every file and say what it exports' }
  const carried = scriptedModel()
  // Neither form is calibrated, and neither counts the tools, so that both decide by the same figures.
  const own = () => createFidelity({ sessionId: 's1', budget: 100_000, strict: true })
  const [one, two] = [own(), own()]
  await generateText({ ...base, model: carried, prepareStep: aiSdkPrepareStep(one) })
  const wrapped = scriptedModel()
  const { transformParams } = aiSdkMiddleware(two)
  const middleware = {
    specificationVersion: 'v4' as const,
    transformParams: async <P extends { prompt: unknown[] }>({ params }: { params: P }) => {
      const { prompt } = await transformParams({ params: { prompt: params.prompt } })
      return { ...params, prompt }
    },
  }
  await generateText({ ...base, model: wrapLanguageModel({ model: wrapped, middleware }) })
  expect(one.state().passes.length).toBeGreaterThanOrEqual(2)
  expect(carried.doGenerateCalls.map(({ prompt }) => sent(prompt))).toEqual(
    wrapped.doGenerateCalls.map(({ prompt }) => sent(prompt)),
  )
})

test('a fitted request that the provider refuses is sent once more as it was, and the session is left alone [CAM-33]', async () => {
  const model = scriptedModel(50)
  const fidelity = openFidelity()
  await runAgent(model, fidelity, STEPS)
  expect(model.doGenerateCalls).toHaveLength(STEPS + 1)
  const again = model.doGenerateCalls.slice(51).map(({ prompt }) => sent(prompt))
  for (const prompt of again) expect(prompt.slice(0, 1000)).not.toContain('view')
  expect(sent(model.doGenerateCalls[51]?.prompt)).not.toContain('tok elided')
  expect(fidelity.state().memory?.isRefused).toBe(true)
})
