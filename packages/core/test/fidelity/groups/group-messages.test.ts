import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupMessages } from '../../../src/fidelity/groups/group-messages.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { callPart, window } from '../build-window.ts'
import { randomMessages } from './random-messages.ts'

test('parallel calls and all their results are one group, whatever messages hold them [CAM-30]', () => {
  const messages = window()
    .user('compare')
    .assistant('', callPart('a', 'read', {}), callPart('b', 'read', {}))
    .result('a', 'x')
    .result('b', 'y')
    .assistant('both read')
    .messages()
  expect(groupMessages(messages)).toEqual([0, 1, 1, 1, 2])
})

test('a message with results of two assistant messages joins both groups [CAM-30]', () => {
  const results = ['a', 'b'].map((callId) => ({ kind: 'tool_result', callId, text: 'x' }) as const)
  const messages = window().call('a', 'ls', {}).call('b', 'ls', {}).message('tool', results).messages()
  expect(groupMessages(messages)).toEqual([0, 0, 0])
})

test('groups are the connected components of calls and results [CAM-30]', () => {
  fc.assert(
    fc.property(randomMessages, (messages) => {
      expect(groupMessages(messages)).toEqual(components(messages))
    }),
    { numRuns: 1000 },
  )
})

/** By spreading the smallest number along the edges until nothing changes. */
function components(messages: readonly Message[]): readonly number[] {
  const labels = messages.map((_, index) => index)
  const edges: [number, number][] = []
  for (const [index, { parts }] of messages.entries()) {
    for (const [place, part] of parts.entries()) {
      if (part.kind !== 'tool_result') continue
      const call = messages.findLastIndex(
        (other, at) =>
          at <= index &&
          other.parts.some(
            (called, before) =>
              called.kind === 'tool_call' && called.callId === part.callId && (at < index || before < place),
          ),
      )
      if (call >= 0) edges.push([call, index])
    }
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [a, b] of edges) {
      const least = Math.min(labels[a] ?? 0, labels[b] ?? 0)
      if (labels[a] !== least || labels[b] !== least) isChanged = true
      labels[a] = least
      labels[b] = least
    }
  }
  const order = [...new Set(labels)]
  return labels.map((label) => order.indexOf(label))
}
