import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyView } from '../../../src/fidelity/adapters/apply-view.ts'
import type { HostFormat } from '../../../src/fidelity/adapters/host-format.ts'
import { windowOf } from '../../../src/fidelity/adapters/window-of.ts'
import { createFidelity, type Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import type { Message, Part, Window } from '../../../src/fidelity/model/message.ts'
import { conversation, formatOf, SPOKEN, type Turn } from '../adapters/conversation.ts'
import { REQUESTS } from '../adapters/requests.ts'
import { callPart, window } from '../build-window.ts'
import { source } from './session-window.ts'

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
  minCallsBetweenPasses: 0,
}
const PROFILES: Readonly<Record<string, Partial<FidelityOptions>>> = {
  default: { tuning: TIGHT },
  cam: { profile: 'cam', cam: { when: 'always' }, budget: 40 },
}
const FORMATS = Object.keys(SPOKEN)

function fidelity(more: Partial<FidelityOptions> = {}): Fidelity {
  return createFidelity({ sessionId: 's1', budget: 100_000, strict: true, ...more })
}

function windowOfMessages(messages: readonly Message[]): Window {
  return { messages, overhead: { tokens: 100, hash: 'h' }, sessionId: 's1' }
}

function partsOf(messages: readonly Message[]): readonly Part[] {
  return messages.flatMap(({ parts }) => parts)
}

/** Each call and result by its place, id and name. */
function pairsOf(window: Window): readonly string[] {
  return window.messages.flatMap(({ role, parts }, index) =>
    parts
      .filter(({ kind }) => kind === 'tool_call' || kind === 'tool_result')
      .map(({ kind, callId, tool }) => `${index} ${role} ${kind} ${callId} ${tool}`),
  )
}

/** What is sent of a request, and what it broke that the request had not. */
function send(engine: Fidelity, format: HostFormat, request: unknown) {
  const before = windowOf(format, request, 's1')
  const view = engine.prepare({ window: before })
  const sent = applyView(format, view, request)
  const after = windowOf(format, sent, 's1')
  // Read anew, reasoning that says the same has the key of what went: only the view tells whether it was changed.
  const structure = newViolations(before.messages, after.messages).filter(({ code }) => code !== 'V09')
  return {
    sent,
    before,
    after,
    broken: [...structure, ...newViolations(before.messages, view.messages, undefined, 1)],
  }
}

describe.each(Object.entries(PROFILES))('under the profile %s', (_, more) => {
  test.each(FORMATS)(
    'no request of %s breaks what it had not, and every call keeps its result [CAM-31] [RS-92]',
    (name) => {
      const format = formatOf(name)
      fc.assert(
        fc.property(conversation, (turns) => {
          const { before, after, broken } = send(fidelity(more), format, SPOKEN[name]?.(turns))
          expect(broken).toEqual([])
          if (more.profile !== 'cam') expect(pairsOf(after)).toEqual(pairsOf(before))
        }),
        { numRuns: 850 },
      )
    },
  )

  test.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])(
    'a request of %s with every kind of block it has keeps its opaque ones to the byte [RS-92]',
    (name) => {
      const { before, after, broken } = send(fidelity(more), formatOf(name), REQUESTS[name])
      expect(broken).toEqual([])
      const opaque = (window: Window) => partsOf(window.messages).filter((part) => part.opaque === true)
      const sent = new Map(opaque(after).map(({ key, text }) => [key, text]))
      for (const { key, kind, text } of opaque(before)) {
        if (kind !== 'reasoning' || sent.has(key)) expect(sent.get(key)).toBe(text)
      }
    },
  )

  test('an open tool loop is left as it is, and so is a call that was never answered [BR-52]', () => {
    const built = window().user('go')
    for (let step = 0; step < 5; step++) built.step(`a${step}`, 'read', { step }, source(`a${step}`))
    built.call('never', 'bash', { command: source('never', 20) })
    for (let step = 0; step < 5; step++) built.step(`b${step}`, 'read', { step }, source(`b${step}`))
    const loop = ['x', 'y'].map((id) => callPart(id, 'read', { path: source(id, 20) }))
    const messages = built
      .assistant('', ...loop)
      .result('x', source('answer'))
      .messages()
    const engine = fidelity(more)
    const view = engine.prepare({ window: windowOfMessages(messages) })
    expect(view.passes.length).toBeGreaterThan(0)
    expect(view.messages.slice(-2)).toEqual(messages.slice(-2))
    const shown = new Map(partsOf(view.messages).map((part) => [part.key, part.text]))
    const open = partsOf(messages).find(({ key }) => key === 'c:never')
    expect(shown.get('c:never')).toBe(open?.text)
    expect(newViolations(messages, view.messages, undefined, 1)).toEqual([])
  })

  test('an error that was put in for an aborted call never outlives it, wherever a pass cuts [BR-53]', () => {
    const built = window().user('go').call('A', 'bash', { command: 'sleep' })
    built.result('A', '[aborted]', { tool: 'bash', isError: true })
    for (let step = 0; step < 20; step++) built.step(`s${step}`, 'read', { step }, source(`s${step}`))
    const messages = built.messages()
    const engine = fidelity(more)
    for (let length = 3; length <= messages.length; length += 2) {
      const given = messages.slice(0, length)
      const view = engine.prepare({ window: windowOfMessages(given) })
      expect(newViolations(given, view.messages, undefined, 1)).toEqual([])
      const rows = engine.explain().filter(({ key }) => key === 'c:A' || key === 'r:A')
      expect(rows).toHaveLength(2)
      if (more.profile === 'cam') expect(new Set(rows.map(({ level }) => level)).size).toBe(1)
    }
  })
})

const LONG: readonly Turn[] = Array.from({ length: 45 }, (_, step): readonly Turn[] => [
  { role: 'user', text: `Do step ${step}` },
  {
    role: 'assistant',
    text: `On it: ${step}`,
    calls: [
      { id: `r${step}`, name: 'read', args: { path: `src/f${step}.ts` }, result: source(`f${step}`) },
      { id: `b${step}`, name: 'bash', args: { command: `npm test ${step}` }, result: source(`log${step}`) },
    ],
  },
]).flat()

test.each(FORMATS)(
  'a host of %s that sends the view back 33 times has a sound window each time, and every original by its handle [RS-93]',
  (name) => {
    const format = formatOf(name)
    const speak = SPOKEN[name]
    if (speak === undefined) throw new Error(`nobody speaks ${name}`)
    const engine = fidelity({ budget: 60_000, high: 12_000, low: 8000 })
    const originals = new Map<string, string>()
    let passes = 0
    let request: unknown = speak([])
    for (let round = 1; round <= 33; round++) {
      const added = format.list(speak(LONG.slice(2 * round - 2, 2 * round)))
      request = format.withList(request, [...format.list(request), ...added])
      for (const { key, text } of partsOf(windowOf(format, speak(LONG.slice(0, 2 * round)), 's1').messages))
        originals.set(key, text)
      const { sent, before, after, broken } = send(engine, format, request)
      expect(broken).toEqual([])
      expect(pairsOf(after)).toEqual(pairsOf(before))
      request = sent
      passes = engine.state().passes.length
    }
    expect(passes).toBeGreaterThan(3)
    const gone = engine.explain().filter(({ level }) => level === 'placeholder')
    expect(gone.length).toBeGreaterThan(20)
    for (const { key } of gone) {
      const recalled = engine.recall(engine.handleOf(key))
      expect(recalled).toMatchObject({ found: true, text: originals.get(key) })
    }
  },
)

test('one conversation, in the words of any host, leads to the same keys, groups, decisions and sizes [CAM-15]', () => {
  const views = FORMATS.map((name) => {
    const engine = fidelity({ budget: 60_000, high: 12_000, low: 8000, tuning: { reasoning: 'keep' } })
    const request = SPOKEN[name]?.(LONG)
    const view = engine.prepare({ window: windowOf(formatOf(name), request, 's1') })
    return {
      tokens: view.tokens,
      raw: view.raw,
      parts: view.messages.map(({ role, parts }) => [role, ...parts.map(({ key, text }) => [key, text])]),
      decisions: engine.state().decisions,
    }
  })
  expect(views[0]?.decisions.length).toBeGreaterThan(20)
  for (const view of views) expect(view).toEqual(views[0])
})
