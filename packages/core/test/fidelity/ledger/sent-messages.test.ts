import { expect, test } from 'vitest'
import { SentMessages } from '../../../src/fidelity/ledger/sent-messages.ts'
import type { Message, Part } from '../../../src/fidelity/model/message.ts'

function part(key: string, text = key): Part {
  return { key, kind: 'text', text, raw: null }
}

function message(...parts: readonly Part[]): Message {
  return { role: 'assistant', human: false, parts, raw: null }
}

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((key) => message(part(key))) as [
  Message,
  Message,
  Message,
  Message,
]

test('a message that stands for several is given back as they were, also where it is a copy', () => {
  const sent = new SentMessages()
  const merged = message(part('b', '[2 messages]'))
  sent.keep([A, B, C, D], [A, merged, D])
  expect(sent.originalsOf(structuredClone(merged))).toEqual([B, C])
  for (const whole of [A, B, C, D]) expect(sent.originalsOf(whole)).toBeUndefined()
})

test('a message that lost a part, and one that was left out as a whole, come back', () => {
  const thought = message(part('t'), part('b'))
  const sent = new SentMessages()
  sent.keep([A, thought, C, D], [A, B, D])
  expect(sent.originalsOf(B)).toEqual([thought, C])
})

test('an older view is known still', () => {
  const sent = new SentMessages()
  const [two, three] = [message(part('a', '[2 messages]')), message(part('a', '[3 messages]'))]
  sent.keep([A, B, C], [two, C])
  sent.keep([A, B, C], [three])
  expect(sent.originalsOf(two)).toEqual([A, B])
  expect(sent.originalsOf(three)).toEqual([A, B, C])
  expect(sent.originalsOf(message(part('a', '[4 messages]')))).toBeUndefined()
})
