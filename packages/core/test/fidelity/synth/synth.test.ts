import { expect, test } from 'vitest'
import { callNumber } from '../../../src/fidelity/engine/call-facts.ts'
import { validate } from '../../../src/fidelity/groups/validate.ts'
import { synthSession } from './synth-session.ts'

test('one number gives one session, another number another', () => {
  expect(JSON.stringify(synthSession(1, 40))).toBe(JSON.stringify(synthSession(1, 40)))
  expect(JSON.stringify(synthSession(1, 40))).not.toBe(JSON.stringify(synthSession(2, 40)))
})

test('a made session has all that recorded ones have, and is in order but for what is empty', () => {
  const messages = synthSession(3)
  const parts = messages.flatMap((message) => message.parts)
  const results = parts.filter(({ kind }) => kind === 'tool_result')
  const calls = parts.filter(({ kind }) => kind === 'tool_call')
  const tools = new Set(calls.map(({ tool }) => tool))
  expect(tools).toEqual(new Set(['read', 'edit', 'write', 'bash', 'grep', 'delete_file', 'move_file']))
  expect(callNumber(messages)).toBeGreaterThan(400)
  expect(calls).toHaveLength(results.length)
  expect(new Set(calls.map(({ callId }) => callId)).size).toBeLessThanOrEqual(5)
  expect(
    Math.max(...messages.map((message) => message.parts.filter(({ kind }) => kind === 'tool_call').length)),
  ).toBe(5)
  expect(messages.some(({ role }, index) => role === 'tool' && messages[index + 1]?.role === 'tool')).toBe(
    true,
  )
  for (const is of [
    ({ kind }) => kind === 'image',
    ({ kind, opaque }) => kind === 'reasoning' && opaque === true,
    ({ kind, text }) => kind === 'text' && text.includes('```'),
    ({ kind, text }) => kind === 'tool_result' && text === '',
    ({ isError }) => isError === true,
    ({ text }) => text.includes('次は'),
  ] satisfies ((part: (typeof parts)[number]) => boolean)[]) {
    expect(parts.filter(is).length).toBeGreaterThan(0)
  }
  const paths = calls.flatMap(({ tool, args }) => (tool === 'read' ? [JSON.stringify(args)] : []))
  expect(new Set(paths).size).toBeLessThan(paths.length)
  // A result without text is one that some providers refuse: it stays what it is.
  expect(new Set(validate(messages).map(({ code }) => code))).toEqual(new Set(['V07']))
})
