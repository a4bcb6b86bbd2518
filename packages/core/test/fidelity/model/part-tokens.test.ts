import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { messageTokens, partTokens, windowTokens } from '../../../src/fidelity/model/part-tokens.ts'

const call = {
  kind: 'tool_call',
  tool: 'read',
  text: '{ "path": "src/a.ts" }',
  args: { path: 'src/a.ts' },
} as const

test('a call counts its tool, its arguments without spaces and an envelope', () => {
  expect(partTokens(call, est2)).toBe(est2.count('read') + est2.count('{"path":"src/a.ts"}') + 8)
  expect(partTokens({ ...call, text: '*** Begin', args: undefined } as never, est2)).toBe(
    est2.count('read') + est2.count('*** Begin') + 8,
  )
})

test('results have an envelope of six, messages one of four', () => {
  const result = { key: 'r:1', kind: 'tool_result', text: 'ok', raw: null } as const
  expect(partTokens(result, est2)).toBe(1 + 6)
  expect(messageTokens({ parts: [result, { ...result, kind: 'text' }] }, est2)).toBe(4 + 7 + 1)
  const message = { role: 'tool', parts: [result], human: false, raw: null } as const
  const overhead = { tokens: 3000, hash: '' }
  expect(windowTokens({ messages: [message, message], overhead, sessionId: 's' }, est2)).toBe(3000 + 2 * 11)
})

test('an image counts at most 1600 tokens, and as much where its size is unknown', () => {
  const image = { kind: 'image', text: '' } as const
  expect(partTokens({ ...image, tokens: 1049 }, est2)).toBe(1049)
  expect(partTokens({ ...image, tokens: 9000 }, est2)).toBe(1600)
  expect(partTokens(image, est2)).toBe(1600)
  expect(partTokens({ kind: 'attachment', text: '', tokens: 9000 }, est2)).toBe(9000)
})
