import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { createFidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import { validate } from '../../../src/fidelity/groups/validate.ts'
import type { Handoff } from '../../../src/fidelity/handoff/hand-off.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { window } from '../build-window.ts'
import { codingSession, source } from '../engine/session-window.ts'
import { randomMessages } from '../groups/random-messages.ts'

const LONG = codingSession(40).messages()
const RULES = { startsWithUser: false, alternates: true }

function fidelity(more: Partial<FidelityOptions> = {}) {
  return createFidelity({ sessionId: 's1', budget: 100_000, strict: true, ...more })
}

function windowOf(messages: readonly Message[]) {
  return { messages, overhead: { tokens: 1000, hash: 'h' }, sessionId: 's1' }
}

function keysOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ parts }) => parts.map(({ key }) => key))
}

function covers({ input, keep, excluded }: Handoff, messages: readonly Message[]): void {
  expect([...keysOf(input), ...keysOf(keep), ...excluded].sort()).toEqual([...keysOf(messages)].sort())
}

const PLACEHOLDER = / tok elided · (?:recall|re-run)/

/** Lines that begin an extract may be a placeholder; a part that is nothing but one may not. */
function hasPlaceholder(messages: readonly Message[]): boolean {
  return messages.some(({ parts }) =>
    parts.some(({ text }) => PLACEHOLDER.test(text) && !text.includes('\n')),
  )
}

test('what is summarised holds no placeholder; with what stays and what is left out it is all of the window [AC-06] [CAM-92] [INV-02]', () => {
  const engine = fidelity()
  engine.prepare({ window: windowOf(LONG) })
  engine.restore('r:r3')
  engine.prepare({ window: windowOf(LONG) })
  const handoff = engine.handoff()
  covers(handoff, LONG)
  expect(handoff.excluded.length).toBeGreaterThan(20)
  expect(hasPlaceholder(handoff.input)).toBe(false)
  expect(keysOf(handoff.input)).toContain('r:r3')
  expect(validate(handoff.input, RULES)).toEqual([])
  expect(
    newViolations(LONG, handoff.keep, RULES).filter(({ code }) => code !== 'V13' && code !== 'V09'),
  ).toEqual([])
})

test('originals are summarised instead, from the newest, as far as a budget goes', () => {
  const engine = fidelity()
  engine.prepare({ window: windowOf(LONG) })
  const rendered = engine.handoff()
  const some = engine.handoff({ source: 'original', budget: 5000 })
  const all = engine.handoff({ source: 'original', budget: 1e9 })
  expect(some.excluded.length).toBeLessThan(rendered.excluded.length)
  expect(all.excluded.length).toBeLessThan(some.excluded.length)
  expect(all.input.flatMap(({ parts }) => parts).find(({ key }) => key === 'r:r0')?.text).toBe(
    source('file0'),
  )
  for (const handoff of [some, all]) covers(handoff, LONG)
})

test('in every window both halves are valid, and each part is in one place [CAM-92]', () => {
  fc.assert(
    fc.property(randomMessages, fc.integer({ min: 0, max: 8 }), (messages, keepTail) => {
      const engine = fidelity({
        profile: 'default',
        tuning: {
          highRatio: 0.0002,
          lowRatio: 0.0001,
          minReclaim: 1,
          minGain: 1,
          minGainFree: 1,
          minResultTokens: 1,
          minCallTokens: 1,
          minAgeCalls: 1,
        },
      })
      engine.prepare({ window: windowOf(messages) })
      const handoff = engine.handoff({ keepTail })
      covers(handoff, messages)
      const had = validate(messages, RULES).map(({ code }) => code)
      for (const half of [handoff.input, handoff.keep]) {
        const pairs = validate(half, RULES).filter(
          ({ code }) => code === 'V01' || code === 'V02' || code === 'V03',
        )
        for (const { code } of pairs) expect(had).toContain(code)
      }
    }),
    { numRuns: 300 },
  )
})

test('two hand-offs in a row lose no kept message and no pin [CAM-93]', () => {
  const engine = fidelity()
  engine.prepare({ window: windowOf(LONG) })
  const first = engine.handoff()
  const summary = window().user('Summary of what came before.', { human: false }).messages()
  const second = [
    ...summary,
    ...first.keep,
    ...codingSession(20, window().user('and now on'))
      .messages()
      .map((message) => ({
        ...message,
        parts: message.parts.map((part) => ({ ...part, key: `${part.key}#2` })),
      })),
  ]
  engine.handoffDone({ summaryKey: summary[0]?.parts[0]?.key ?? '', replaced: keysOf(first.input) })
  engine.prepare({ window: windowOf(second) })
  const again = engine.handoff()
  covers(again, second)
  const said = LONG.filter(({ human }) => human)
  expect(again.keep.filter(({ human }) => human).slice(0, said.length)).toEqual(said)
  expect(engine.original('r:r0')?.text).toBe(source('file0'))
})

test('twenty compactions summarise no placeholder, and leave each summary as it is [CAM-84]', () => {
  const engine = fidelity()
  let messages: readonly Message[] = codingSession(30).messages()
  for (let round = 0; round < 20; round++) {
    engine.prepare({ window: windowOf(messages) })
    const { input, keep } = engine.handoff()
    expect(hasPlaceholder(input)).toBe(false)
    const summaries = messages.filter(({ parts }) => parts[0]?.text.startsWith('Summary') === true)
    for (const summary of summaries) expect([...input, ...keep]).toContainEqual(summary)
    const summary = window().user(`Summary ${round}`, { human: false }).messages()
    const more = codingSession(6, window().user(`round ${round}`)).messages()
    const fresh = more.map((message) => ({
      ...message,
      parts: message.parts.map((part) => ({
        ...part,
        key: `${part.key}~${round}`,
        callId: part.callId && `${part.callId}~${round}`,
      })),
    })) as readonly Message[]
    engine.handoffDone({ summaryKey: keysOf(summary)[0] ?? '', replaced: keysOf(input) })
    messages = [...summary, ...keep, ...fresh]
  }
})

test('the manifest names every changed file, is short, and the same to the byte [CAM-94]', () => {
  const engine = fidelity()
  engine.prepare({ window: windowOf(LONG) })
  const { manifest } = engine.handoff()
  expect(engine.handoff().manifest).toBe(manifest)
  expect(est2.count(manifest)).toBeLessThanOrEqual(1500)
  for (let step = 0; step < 40; step++) expect(manifest).toContain(`- src/file${step}.ts: last edit, 2 times`)
  expect(manifest).toContain('> Fix the rounding in src/tax.ts')
})

test('deleted and moved files, open tasks and failed commands are in the manifest [CAM-94]', () => {
  const todos = [
    { content: 'ship it', status: 'pending' },
    { content: 'done already', status: 'completed' },
  ]
  const built = window()
    .user('go')
    .step('w', 'write', { path: 'a.ts', content: 'x' }, 'ok')
    .step('d', 'bash', { command: 'rm a.ts' }, '')
    .step('m', 'bash', { command: 'mv b.ts c.ts' }, '')
    .step('t', 'TodoWrite', { todos }, 'ok')
    .step('f', 'bash', { command: 'npm test' }, 'no', { exitCode: 1 })
  const engine = fidelity()
  engine.prepare({ window: windowOf(built.messages()) })
  expect(engine.handoff().manifest).toBe(
    [
      'Files changed:',
      '- c.ts: last move',
      '- b.ts: last move',
      '- a.ts: last delete, 2 times',
      'Open tasks:',
      '- pending: ship it',
      'Said by the user, word for word, oldest first:',
      '> go',
      'Commands that failed:',
      '- bash npm test: exit 1',
    ].join('\n'),
  )
})

test('an instruction that a later one took back stays where it was said [CAM-95] [RS-99]', () => {
  const built = codingSession(12, window().user('Use tabs.')).user('No: use spaces.')
  const messages = codingSession(3, built).messages()
  const engine = fidelity()
  engine.prepare({ window: windowOf(messages) })
  const { keep, manifest } = engine.handoff()
  const said = keep.filter(({ human }) => human).map(({ parts }) => parts[0]?.text)
  expect(said).toEqual(messages.filter(({ human }) => human).map(({ parts }) => parts[0]?.text))
  expect(manifest.indexOf('> Use tabs.')).toBeGreaterThan(0)
  expect(manifest.indexOf('> Use tabs.')).toBeLessThan(manifest.indexOf('> No: use spaces.'))
})

test('what a person protects is kept through a hand-off [CAM-74]', () => {
  const built = window()
    .user('go')
    .step('p', 'read', { path: 'rules' }, `<protect>${source('rules')}`)
  const messages = codingSession(40, built).messages()
  for (const profile of ['default', 'cam'] as const) {
    const engine = fidelity({ profile, budget: 40_000 })
    const view = engine.prepare({ window: windowOf(messages) })
    expect(view.passes.length).toBeGreaterThan(0)
    expect(view.messages).toContain(messages[2])
    expect(engine.handoff().keep).toContain(messages[2])
  }
})
