import { expect, test } from 'vitest'
import type { Tuning } from '../../../src/fidelity/default/tuning.ts'
import { TUNING } from '../../../src/fidelity/default/tuning.ts'
import { Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { Message, Part } from '../../../src/fidelity/model/message.ts'
import { window } from '../build-window.ts'
import { codingSession, source } from '../engine/session-window.ts'

/** What is shown of each part after one pass down to `low` tokens. */
function fitted(messages: readonly Message[], low: number, tuning: Partial<Tuning> = {}) {
  const engine = new Fidelity({
    sessionId: 's',
    budget: 200_000,
    high: 100,
    low,
    strict: true,
    tuning: { minReclaim: 1, minAgeCalls: 1, leastWorth: 0, ...tuning },
  })
  const overhead = { tokens: 0, hash: '' }
  const view = engine.prepare({ window: { messages, overhead, sessionId: 's' } })
  const parts = new Map(view.messages.flatMap((message) => message.parts.map((part) => [part.key, part])))
  return {
    engine,
    view,
    text: (key: string) => parts.get(key)?.text ?? '',
    decisions: engine.state().decisions,
  }
}

function tokensOf(messages: readonly Message[]): number {
  return fitted(messages, 1e6, { minReclaim: 1e9 }).view.tokens
}

test('of two results the one goes whose names another part shows as well', () => {
  const built = window()
    .user('go')
    .step('told', 'bash', { command: 'cat a.ts' }, source('told', 40))
    .step('alone', 'bash', { command: 'cat b.ts' }, source('alone', 40))
    .step('again', 'bash', { command: 'nl a.ts' }, `${source('told', 40)}\n${source('more', 10)}`)
    .assistant('x')
    .assistant('y')
    .messages()
  const { decisions } = fitted(built, tokensOf(built) - 200)
  expect(decisions.map(({ key }) => key)).toEqual(['r:told'])
})

test('what only a part shows is weighed again once the other that showed it is gone', () => {
  const text = source('same', 40)
  const built = window()
    .user('go')
    .step('one', 'bash', { command: 'cat a.ts' }, `${text}\nfirst`)
    .step('two', 'bash', { command: 'nl a.ts' }, `${text}\nsecond`)
    .step('other', 'bash', { command: 'ls' }, `${'plain words of no name at all '.repeat(40)}`)
    .assistant('x')
    .assistant('y')
    .messages()
  const { decisions } = fitted(built, tokensOf(built) - 600)
  // Both copies look worthless at first; only one of them is.
  expect(decisions.map(({ key }) => key).sort()).toEqual(['r:one', 'r:other'])
})

test('a placeholder tells the names that only its part shows', () => {
  const built = window()
    .user('go')
    .step('a', 'bash', { command: 'cat a.ts' }, `${source('told', 3)}\n${source('hidden', 30)}`)
    .assistant(source('told', 3))
    .assistant('y')
    .messages()
  const { text } = fitted(built, 0)
  expect(text('r:a')).toContain('hiddenValue3')
  expect(text('r:a')).not.toContain('toldValue')
})

test('lines with their numbers count for nothing, because no edit looks for them', () => {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `some words of line ${index} that stand for themselves`,
  )
  const numbered = lines.map((line, index) => `${index + 1}\t${line}`)
  const built = window()
    .user('go')
    .step('plain', 'bash', { command: 'cat a' }, lines.join('\n'))
    .step('numbered', 'bash', { command: 'nl b' }, numbered.join('\n'))
    .assistant('x')
    .assistant('y')
    .messages()
  const { decisions } = fitted(built, tokensOf(built) - 100)
  expect(decisions.map(({ key }) => key)).toEqual(['r:numbered'])
})

test('below the target only what is not worth its place goes', () => {
  const messages = codingSession(20).messages()
  const enough = fitted(messages, tokensOf(messages) - 100)
  const cheap = fitted(messages, tokensOf(messages) - 100, { leastWorth: 0.001 })
  expect(cheap.decisions.length).toBeGreaterThan(enough.decisions.length)
  const left = cheap.engine.explain().filter(({ level, cost }) => level === 'full' && cost !== undefined)
  expect(left.length).toBeGreaterThan(0)
})

test('no part goes while one that is shown elsewhere is left [CAM-65]', () => {
  const built = window().user('go')
  for (let step = 0; step < 8; step++) {
    built.step(`r${step}`, 'read', { path: `src/${step % 3}.ts` }, source(`v${step}`, 30))
  }
  const messages = built.assistant('x').assistant('y').messages()
  for (const low of [1200, 2400, 4000, 6000]) {
    const { decisions, engine } = fitted(messages, low)
    const classes = decisions.map((decision) => decision.class)
    expect(classes).toEqual(classes.toSorted())
    const left = engine
      .explain()
      .flatMap(({ level, cost }) => (level === 'full' && cost !== undefined ? cost.class : []))
    expect(Math.max(0, ...classes)).toBeLessThanOrEqual(Math.min(9, ...left))
  }
})

test('a picture is worth as much as a text of its size', () => {
  const picture: Part = { key: 'image:1', kind: 'image', text: 'image png', tokens: 1500, raw: null }
  const built = window()
    .user('go')
    .step(
      'numbered',
      'bash',
      { command: 'nl a' },
      Array.from({ length: 90 }, (_, at) => `${at}\tplain words only`).join('\n'),
    )
    .message('user', [picture])
    .assistant('x')
    .assistant('y')
    .messages()
  const { decisions } = fitted(built, tokensOf(built) - 100)
  expect(decisions.map(({ key }) => key)).toEqual(['r:numbered'])
})

test('no extract is shown unless it is asked for, because none was measured to help', () => {
  expect(TUNING.extracts).toBe(false)
})
