import { expect, test } from 'vitest'
import type { DraftDecision, DraftPass } from '../../../src/fidelity/ledger/decision.ts'
import { Ledger } from '../../../src/fidelity/ledger/ledger.ts'
import { renderView } from '../../../src/fidelity/ledger/render-view.ts'
import { callPart, window } from '../build-window.ts'

const PASS: DraftPass = {
  call: 1,
  trigger: 'budget',
  profile: 'default',
  before: 900,
  after: 100,
  reclaimed: 800,
  firstChanged: 'r:c1',
}

function decision(key: string, text: string | null, more: Partial<DraftDecision> = {}): DraftDecision {
  const level = more.level ?? 'placeholder'
  return {
    key,
    text,
    level,
    action: 'placeholder',
    reason: 'x',
    class: 2,
    gain: 800,
    tokensBefore: 800,
    tokensAfter: 17,
    ...more,
  }
}

const messages = window()
  .user('go')
  .message('assistant', [
    { kind: 'reasoning', text: 'hm' },
    callPart('c1', 'write', { path: 'a', content: 'long' }),
  ])
  .result('c1', 'ok')
  .assistant('done')
  .messages()
const reasoning = messages[1]?.parts[0]?.key ?? ''

test('without decisions the view is the very array that came in', () => {
  expect(renderView(messages, new Ledger())).toBe(messages)
})

test('a view shows the frozen text inside the envelope, and nothing of the original [INV-12]', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('c:c1', '{"path":"a","_elided":"[…]"}'), decision(reasoning, null)])
  const view = renderView(messages, ledger)
  expect(view[1]?.parts).toEqual([
    {
      kind: 'tool_call',
      key: 'c:c1',
      callId: 'c1',
      tool: 'write',
      text: '{"path":"a","_elided":"[…]"}',
      args: { path: 'a', _elided: '[…]' },
      raw: undefined,
    },
  ])
  expect(JSON.stringify(view)).not.toContain('long')
  expect(view[0]).toBe(messages[0])
  expect(view[2]).toBe(messages[2])
})

test('a view of a view is that view', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('r:c1', '[gone]')])
  const view = renderView(messages, ledger)
  expect(renderView(view, ledger)).toBe(view)
})

test('a restored part is the original again, byte by byte', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('r:c1', '[gone]')])
  ledger.append({ ...PASS, trigger: 'restore' }, [
    decision('r:c1', null, { level: 'full', action: 'restore' }),
  ])
  expect(renderView(messages, ledger)).toBe(messages)
})

test('decisions are only added, and numbered over the whole ledger [CAM-34]', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('r:c1', '[a]'), decision('c:c1', '[b]')])
  const before = JSON.stringify(ledger.state().decisions)
  ledger.append(PASS, ledger.inverseOf(1))
  const after = ledger.state().decisions
  expect(JSON.stringify(after.slice(0, 2))).toBe(before)
  expect(after.map(({ seq, pass }) => [seq, pass])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ])
})

test('undoing a pass shows again what stood before it, be it the original or an earlier text [CAM-41]', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('r:c1', 'extract', { level: 'compressed' })])
  const before = renderView(messages, ledger)
  ledger.append(PASS, [decision('r:c1', '[gone]'), decision('c:c1', '{"_elided":"x"}')])
  expect(renderView(messages, ledger)).not.toEqual(before)
  ledger.append(PASS, ledger.inverseOf(2))
  expect(renderView(messages, ledger)).toEqual(before)
})

test('token counts of originals are read from the ledger, whatever was shown since', () => {
  const ledger = new Ledger()
  for (let pass = 0; pass < 10; pass++) ledger.append(PASS, [decision('r:c1', '[gone]')])
  expect(ledger.find('r:c1')?.tokensBefore).toBe(800)
})

test('a ledger goes on where its state ends, and refuses one of a newer program', () => {
  const ledger = new Ledger()
  ledger.append(PASS, [decision('r:c1', '[gone]')])
  const again = new Ledger(JSON.parse(JSON.stringify(ledger.state())))
  expect(renderView(messages, again)).toEqual(renderView(messages, ledger))
  expect(again.state()).toEqual(ledger.state())
  expect(again.append(PASS, []).pass).toBe(2)
  expect(() => new Ledger({ ...ledger.state(), version: 2 })).toThrow(/version 2/)
})
