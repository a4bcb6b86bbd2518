import { expect, test } from 'vitest'
import { createFidelity, type Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { areSameMessages } from '../../../src/fidelity/model/same-message.ts'
import { synthSession } from './synth-session.ts'

const PROFILES: readonly (readonly [string, Partial<FidelityOptions>, number])[] = [
  ['balanced', { preset: 'balanced' }, 3],
  ['cam under pressure', { profile: 'cam' }, 1],
  ['cam always', { profile: 'cam', cam: { when: 'always' } }, 2],
]

function open(more: Partial<FidelityOptions>): Fidelity {
  return createFidelity({ sessionId: 's_synth', budget: 200_000, strict: true, ...more })
}

function viewOf(engine: Fidelity, messages: readonly Message[]): readonly Message[] {
  return engine.prepare({
    window: { messages, overhead: { tokens: 3000, hash: 'synth' }, sessionId: 's_synth' },
  }).messages
}

/** A host that goes on from what it was shown is shown what one is that keeps its originals. */
test.each(PROFILES)('a host that sends each view back is shown the same under %s', (_, more, seed) => {
  const messages = synthSession(seed)
  const [plain, sending] = [open(more), open(more)]
  let [sent, seen]: [readonly Message[], number] = [[], 0]
  const other: number[] = []
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'assistant' || index === 0) continue
    const view = viewOf(plain, messages.slice(0, index))
    sent = viewOf(sending, [...sent, ...messages.slice(seen, index)])
    seen = index
    if (!areSameMessages(view, sent)) other.push(index)
  }
  expect(other).toEqual([])
  expect(plain.state().passes.length).toBeGreaterThan(1)
  expect(sending.state().decisions).toEqual(plain.state().decisions)
})
