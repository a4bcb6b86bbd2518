import { expect, test } from 'vitest'
import { Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import type { Message, Window } from '../../../src/fidelity/model/message.ts'
import { window } from '../build-window.ts'
import { codingSession } from './session-window.ts'

const LONG = codingSession(20).user('Change the rate in src/tax.ts').messages()

function windowOf(messages: readonly Message[]): Window {
  return { messages, overhead: { tokens: 1000, hash: 'h' }, sessionId: 's1' }
}

/** All of it stays full in a first look, so that only the budget tells what follows. */
const KEEPS = { full_threshold: 0, compressed_threshold: 0 }

function session(cam: FidelityOptions['cam'], more: Partial<FidelityOptions> = {}): Fidelity {
  return new Fidelity({
    sessionId: 's1',
    budget: 60_000,
    profile: 'cam',
    strict: true,
    ...(cam && { cam }),
    ...more,
  })
}

test('switched off by its own setting, the view is the very array that came in', () => {
  const off = session({ enabled: false }, { budget: 1000 })
  expect(off.prepare({ window: windowOf(LONG) }).messages).toBe(LONG)
  expect(off.state().passes).toEqual([])
})

test('where the host keeps memory first, nothing is scored and nothing graded anew [AC-01] [AC-09] [INV-11]', () => {
  const engine = session({}, { memoryFirst: true, budget: 1000 })
  expect(engine.prepare({ window: windowOf(LONG) }).messages).toBe(LONG)
  expect(engine.isRegradedThisTurn).toBe(false)
})

test('a turn is graded anew once, and the next turn may be again [AC-07] [AC-08] [CAM-81] [INV-06]', () => {
  const engine = session({ compressed_threshold: 0.5 })
  const first = engine.prepare({ window: windowOf(LONG) })
  const second = engine.prepare({ window: windowOf(LONG) })
  expect(first.passes.length).toBeGreaterThan(0)
  expect(second.passes).toEqual([])
  expect(second.messages).toEqual(first.messages)
  const kept = session(KEEPS, { budget: 30_000 })
  kept.prepare({ window: windowOf(LONG) })
  expect(kept.isRegradedThisTurn).toBe(true)
  kept.advanceTurn()
  expect(kept.isRegradedThisTurn).toBe(false)
  kept.prepare({ window: windowOf(LONG) })
  expect(kept.isRegradedThisTurn).toBe(true)
})

test('without pressure a conversation passes through as it is [CAM-55]', () => {
  const engine = session({}, { budget: 200_000 })
  const messages = codingSession(4).messages()
  const view = engine.prepare({ window: windowOf(messages) })
  expect(view.tokens).toBeGreaterThan(4000)
  expect(view.messages).toBe(messages)
  expect(engine.state().passes).toEqual([])
})

test('what was put in for this turn is full however many there are, and only for this turn [INV-10]', () => {
  const memory = (injected: boolean) => {
    const built = window().user('start')
    for (let index = 0; index < 5; index++) built.user(`memory ${index} ${'word '.repeat(300)}`, { injected })
    return codingSession(12, built).messages()
  }
  const engine = session({ compressed_threshold: 0.7, when: 'always' }, { budget: 20_000 })
  const shown = (messages: readonly Message[]) =>
    messages.slice(1, 6).filter(({ parts }) => parts[0]?.text.startsWith('memory')).length
  expect(shown(engine.prepare({ window: windowOf(memory(true)) }).messages)).toBe(5)
  engine.advanceTurn()
  expect(shown(engine.prepare({ window: windowOf(memory(false)) }).messages)).toBeLessThan(5)
})

test('the budget manager goes by the order of its origin: nothing, graded anew, old results, hand-off, then a pause of two turns [CAM-80] [CAM-85]', () => {
  const messages = (turn: number, steps: number) =>
    codingSession(steps, window().user('start')).user(`turn ${turn}`).messages()
  const engine = session(KEEPS, { budget: 40_000 })
  const tier = (given: readonly Message[]) => engine.maybeCompact({ window: windowOf(given) }).step
  expect(tier(messages(0, 4))).toEqual({ tier: 'none' })
  expect(tier(messages(0, 17))).toEqual({ tier: 'soft' })
  expect(engine.isRegradedThisTurn).toBe(true)
  expect(tier(messages(1, 34))).toEqual({ tier: 'hard' })
  expect(tier(messages(1, 34))).toEqual({ tier: 'none', why: 'compacted' })
  const again = session(KEEPS, { budget: 40_000, ledger: JSON.parse(JSON.stringify(engine.state())) })
  const later = [2, 3, 4, 5].map((turn) => again.maybeCompact({ window: windowOf(messages(turn, 34)) }).step)
  expect(later.map(({ why }) => why)).toEqual(['cooling', 'cooling', undefined, 'cooling'])
})

test('a provider that compacts by itself is left the first try [CAM-80]', () => {
  const engine = session(KEEPS, { budget: 40_000, serverCompaction: true })
  const { step } = engine.maybeCompact({ window: windowOf(codingSession(18).messages()) })
  expect(step).toEqual({ tier: 'none', why: 'server-compacts' })
})
