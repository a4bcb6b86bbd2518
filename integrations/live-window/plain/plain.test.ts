import { expect, test } from 'vitest'
import { sent, source } from '../scripted.ts'
import { openLoop } from './example.ts'

test('a loop over an API sends fitted requests, and keeps its own messages whole [CAM-113]', async () => {
  const requests: string[] = []
  const call = openLoop(async (request) => {
    requests.push(sent(request))
    return { content: [], usage: { input_tokens: sent(request).length / 4, output_tokens: 1 } }
  })
  const messages: object[] = [{ role: 'user', content: 'Read every file' }]
  for (let step = 0; step < 120; step++) {
    await call({ messages: Object.freeze([...messages]) })
    messages.push({
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${step}`, name: 'read', input: { path: `src/file${step}.ts` } }],
    })
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `c${step}`, content: source(`src/file${step}.ts`) }],
    })
  }
  expect(requests.at(-1)).toContain('tok elided')
  expect(sent(messages)).not.toContain('tok elided')
  expect((requests.at(-1)?.match(/"tool_use"/g) ?? []).length).toBe(119)
})
