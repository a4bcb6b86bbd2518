import { expect, test } from 'vitest'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { fitWindow } from '../../../src/fidelity/engine/fit-window.ts'
import type { KeptPass, LedgerStore } from '../../../src/fidelity/engine/ledger-store.ts'
import { LiveSession } from '../../../src/fidelity/engine/live-session.ts'
import type { Planner } from '../../../src/fidelity/engine/planner.ts'
import type { SessionState } from '../../../src/fidelity/engine/session-state.ts'
import type { Window } from '../../../src/fidelity/model/message.ts'
import { codingSession } from './session-window.ts'

const MESSAGES = codingSession(10).messages()
const WINDOW: Window = { messages: MESSAGES, overhead: { tokens: 1000, hash: 'h' }, sessionId: 's1' }

/** Leaves out what a person said, or the newest result, which no view may. */
function planner(...keys: readonly string[]): Planner {
  let round = 0
  return {
    profile: 'default',
    hasMore: () => round < keys.length,
    propose: ({ size }, { memory }) => {
      const key = keys[round++]
      const before = size.tokens
      if (key === undefined) return { decisions: [], before, after: before, memory, issues: [] }
      const decision = {
        key,
        level: 'placeholder',
        action: 'placeholder',
        text: '[gone]',
        reason: 'placeholder',
        class: 2,
        gain: 100,
        tokensBefore: 110,
        tokensAfter: 10,
      } as const
      return { trigger: 'budget', decisions: [decision], before, after: before - 100, memory, issues: [] }
    },
    finish: (view) => view,
  }
}

/** A store in memory; `interrupt` is a process that decides just before a pass is added. */
function storeWith(interrupt: (add: (kept: KeptPass) => void, pass: number) => void = () => undefined) {
  let stored: SessionState | undefined
  const add = ({ pass, decisions }: KeptPass) => {
    const { passes = [], decisions: all = [] } = stored ?? {}
    stored = { ...stored, version: 1, passes: [...passes, pass], decisions: [...all, ...decisions] }
  }
  const store: LedgerStore = {
    load: () => stored,
    append: (_, kept, { memory }) => {
      interrupt(add, kept.pass.pass)
      if ((stored?.passes.length ?? 0) !== kept.pass.pass - 1) return 'stale'
      add(kept)
      if (stored !== undefined && memory !== undefined) stored = { ...stored, memory }
      return 'kept'
    },
    findOriginal: () => undefined,
    findCached: () => undefined,
    cache: () => undefined,
  }
  return { store, stored: () => stored }
}

function live(store: LedgerStore): LiveSession {
  const options: FidelityOptions = { sessionId: 's1', budget: 100_000, store }
  return new LiveSession(options)
}

test.each([[['r:t9']], [['r:r0', 'r:t9']]])(
  'passes %j that break the window are taken back, and so they are in the store',
  (keys) => {
    const { store, stored } = storeWith()
    const view = fitWindow(live(store), planner(...keys), { window: WINDOW }).run()
    expect(view.messages).toEqual(MESSAGES)
    expect(view.issues.map(({ code }) => code)).toEqual(['view_invalid'])
    expect(stored()?.passes).toHaveLength(2 * keys.length)
    const next = fitWindow(live(store), planner('r:r1'), { window: WINDOW }).run()
    expect(next.messages).toEqual(MESSAGES)
    expect(next.passes).toEqual([])
  },
)

test('a broken pass is taken back also where another process decides meanwhile', () => {
  let isDone = false
  const { store, stored } = storeWith((add, pass) => {
    if (pass !== 2 || isDone) return
    isDone = true
    const last = stored()?.passes.at(-1)
    if (last !== undefined) add({ pass: { ...last, pass: 2 }, decisions: [], parts: [] })
  })
  const session = live(store)
  const view = fitWindow(session, planner('r:t9'), { window: WINDOW }).run()
  expect(view.messages).toEqual(MESSAGES)
  expect(stored()?.passes.map(({ undoes }) => undoes)).toEqual([undefined, undefined, 1])
  expect(session.ledger.find('r:t9')?.level).toBe('full')
})
