import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOST_FORMATS } from '../../../src/fidelity/adapters/adapters.ts'
import { applyView } from '../../../src/fidelity/adapters/apply-view.ts'
import { windowOf as windowOfRequest } from '../../../src/fidelity/adapters/window-of.ts'
import { createFidelity, type Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import type { Message, Part } from '../../../src/fidelity/model/message.ts'
import { REQUESTS } from '../adapters/requests.ts'
import { randomMessages } from '../groups/random-messages.ts'
import { codingSession, source } from './session-window.ts'

const LONG = codingSession(40).messages()
/** Lets hardly anything stay. */
const TIGHT = {
  highRatio: 0.0002,
  lowRatio: 0.0001,
  minReclaim: 1,
  minGain: 1,
  minGainFree: 1,
  minResultTokens: 1,
  minCallTokens: 1,
  minAgeCalls: 1,
}
const PROFILES: readonly Partial<FidelityOptions>[] = [
  { tuning: TIGHT },
  { profile: 'cam', cam: { when: 'always' }, budget: 40 },
]

function fidelity(more: Partial<FidelityOptions> = {}): Fidelity {
  return createFidelity({ sessionId: 's1', budget: 100_000, strict: true, ...more })
}

function windowOf(messages: readonly Message[]) {
  return { messages, overhead: { tokens: 100, hash: 'h' }, sessionId: 's1' }
}

function partsOf(messages: readonly Message[]): readonly Part[] {
  return messages.flatMap(({ parts }) => parts)
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}

test('two runs give the same bytes, and a frozen window passes through both profiles [CAM-02] [CAM-03]', () => {
  for (const more of [{}, { profile: 'cam', budget: 60_000 } as const]) {
    const run = () => {
      const engine = fidelity(more)
      const views = [120, 180, LONG.length].map((length) =>
        engine.prepare({ window: frozen(windowOf(LONG.slice(0, length))) }),
      )
      return JSON.stringify([views, engine.state()])
    }
    expect(run()).toBe(run())
  }
})

test('in no window and profile a view breaks what its window did not', () => {
  for (const more of PROFILES) {
    fc.assert(
      fc.property(randomMessages, (messages) => {
        const view = fidelity(more).prepare({ window: windowOf(messages) })
        expect(newViolations(messages, view.messages, undefined, 1)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  }
})

test('a view that comes back as a window is that view again: nothing is scored twice or nested [CAM-05]', () => {
  const engine = fidelity()
  const view = engine.prepare({ window: windowOf(LONG) })
  const decided = engine.state().decisions
  for (let round = 0; round < 3; round++) {
    expect(JSON.stringify(engine.prepare({ window: windowOf(view.messages) }).messages)).toBe(
      JSON.stringify(view.messages),
    )
  }
  expect(engine.state().decisions).toEqual(decided)
})

test('of every part of every view the original comes back byte by byte [CAM-06]', () => {
  const engine = fidelity()
  const originals = new Map(partsOf(LONG).map((part) => [part.key, part.text]))
  for (let length = 100; length <= LONG.length; length += 10) {
    const { messages } = engine.prepare({ window: windowOf(LONG.slice(0, length)) })
    for (const { key } of partsOf(messages)) expect(engine.original(key)?.text).toBe(originals.get(key))
  }
})

test('a level never rises, a part changes at most twice, and only in a pass; sizes stay those of the original [CAM-36] [CAM-38] [CAM-39]', () => {
  const engine = fidelity({ tuning: { extracts: true } })
  const rank = { full: 0, compressed: 1, placeholder: 2 }
  const levels = new Map<string, number>()
  const texts = new Map<string, Set<string>>()
  let before = new Map<string, string>()
  for (let length = 1; length <= LONG.length; length++) {
    const view = engine.prepare({ window: windowOf(LONG.slice(0, length)) })
    const now = new Map(partsOf(view.messages).map(({ key, text }) => [key, text]))
    for (const [key, text] of now) texts.set(key, (texts.get(key) ?? new Set()).add(text))
    for (const [key, text] of before) if (view.pass === undefined) expect(now.get(key)).toBe(text)
    for (const { key, level } of engine.explain()) {
      expect(rank[level]).toBeGreaterThanOrEqual(levels.get(key) ?? 0)
      levels.set(key, rank[level])
    }
    before = now
  }
  for (const seen of texts.values()) expect(seen.size).toBeLessThanOrEqual(3)
  const tokens = new Map(engine.explain().map((row) => [row.key, row.tokens]))
  const plain = fidelity({ profile: 'default', high: 1e9, low: 1e8 })
  plain.prepare({ window: windowOf(LONG) })
  for (const row of plain.explain()) expect(tokens.get(row.key)).toBe(row.tokens)
})

test('a rendering is made once and holds nothing of the moment: another call number, process or clock gives the same [CAM-35] [CAM-43] [RS-97]', () => {
  const at = (now: number) => {
    const engine = fidelity({ prices: { read: 1, write: 1, ttlSeconds: 10 } })
    engine.prepare({ window: windowOf(LONG), now })
    return engine.state().decisions.map(({ key, text }) => [key, text])
  }
  expect(at(0)).toEqual(at(1e12))
  const engine = fidelity()
  engine.prepare({ window: windowOf(LONG) })
  const first = new Map(engine.state().decisions.map(({ key, text }) => [key, text]))
  const longer = [
    ...LONG,
    ...codingSession(1)
      .messages()
      .map((message) => ({
        ...message,
        parts: message.parts.map((part) => ({ ...part, key: `${part.key}~` })),
      })),
  ]
  const view = engine.prepare({ window: windowOf(longer) })
  for (const { key, text } of partsOf(view.messages)) if (first.has(key)) expect(text).toBe(first.get(key))
})

test('nothing is left out that would save less than it is worth [CAM-40]', () => {
  const engine = fidelity({ tuning: { ...TIGHT, minGain: 60, minGainFree: 40 } })
  engine.prepare({ window: windowOf(LONG) })
  for (const decision of engine.state().decisions) {
    if (decision.action !== 'drop-reasoning')
      expect(decision.gain).toBeGreaterThanOrEqual(decision.class === 0 ? 40 : 60)
  }
})

test('where the host drops the head of its history, decisions stay with their parts and reach no other [CAM-10]', () => {
  const engine = fidelity()
  const first = new Map(
    partsOf(engine.prepare({ window: windowOf(LONG) }).messages).map(({ key, text }) => [key, text]),
  )
  const summary = {
    role: 'user',
    human: false,
    raw: null,
    parts: [{ key: 't:summary', kind: 'text', text: source('summary'), raw: null }],
  } as const
  const rest = [summary, ...LONG.slice(60)]
  const view = engine.prepare({ window: windowOf(rest) })
  expect(view.passes).toEqual([])
  for (const { key, text } of partsOf(view.messages)) expect(text).toBe(first.get(key) ?? source('summary'))
})

test('switched off, every request goes out as the very object that came in [AC-10]', () => {
  const off = [fidelity({ profile: 'off' }), fidelity({ profile: 'cam', cam: { enabled: false } })]
  for (const engine of off) {
    for (const request of Object.values(REQUESTS)) {
      const format = HOST_FORMATS.find(({ detect }) => detect(request))
      if (format === undefined) throw new Error('each is of some format')
      const view = engine.prepare({ window: windowOfRequest(format, request, 's1') })
      expect(applyView(format, view, request)).toBe(request)
    }
  }
})
