import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { type CamConfig, camConfig } from '../../../src/fidelity/cam/cam-config.ts'
import { mergePlaceholders } from '../../../src/fidelity/cam/merge-placeholders.ts'
import { MessageWords } from '../../../src/fidelity/cam/message-words.ts'
import { type CamPassInput, planCamPass, shownLevel } from '../../../src/fidelity/cam/plan-cam-pass.ts'
import { groupMessages } from '../../../src/fidelity/groups/group-messages.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import type { DraftPass } from '../../../src/fidelity/ledger/decision.ts'
import { Ledger } from '../../../src/fidelity/ledger/ledger.ts'
import { renderView } from '../../../src/fidelity/ledger/render-view.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { terms } from '../../../src/fidelity/model/terms.ts'
import { window } from '../build-window.ts'
import { randomMessages } from '../groups/random-messages.ts'

const PASS: DraftPass = {
  call: 1,
  trigger: 'budget',
  profile: 'cam',
  before: 0,
  after: 0,
  reclaimed: 0,
  firstChanged: '',
}

type Given = Partial<Omit<CamPassInput, 'config'>> & { readonly config?: Partial<CamConfig> }

/** Plans a pass, records it, and renders what is then shown. */
function fit(messages: readonly Message[], given: Given = {}, ledger = new Ledger()) {
  const config = camConfig({ compat: true, ...given.config })
  const words = new MessageWords(terms)
  const decisions = planCamPass({ messages, ledger, counter: est2, words, ...given, config })
  ledger.append(PASS, decisions)
  return { ledger, decisions, view: mergePlaceholders(renderView(messages, ledger), ledger) }
}

/** All to placeholders. */
const STRICT = { full_threshold: 1, compressed_threshold: 1, w_semantic: 0 }

test('an empty window has nothing to decide, and neither has one whose messages are all exempt [AC-01]', () => {
  expect(fit([]).view).toEqual([])
  const messages = window().user('a').assistant('b '.repeat(99)).user('c').messages()
  const { view, decisions } = fit(messages, { config: STRICT, isExempt: () => true })
  expect(decisions).toEqual([])
  expect(view).toBe(messages)
})

test('five placeholders of one role are one message with the sum of the originals [AC-01] [AC-05] [INV-04]', () => {
  const built = window().user('start')
  for (let index = 0; index < 5; index++) built.assistant(`thought number ${index} `.repeat(40))
  const messages = built.user('go on').messages()
  const { view, ledger } = fit(messages, { config: STRICT, isExempt: (message) => message.human })
  expect(view).toHaveLength(3)
  const total = messages
    .slice(1, 6)
    .reduce((sum, message) => sum + est2.count(message.parts[0]?.text ?? ''), 0)
  expect(view[1]?.parts[0]?.text).toMatch(
    new RegExp(
      `^\\[placeholder: 5 messages, role=assistant, total_tokens=${total}, avg_importance=0\\.\\d\\d\\]$`,
    ),
  )
  // And so it stays, however often it is decided anew.
  for (let pass = 0; pass < 10; pass++) {
    expect(fit(messages, { config: STRICT, isExempt: (message) => message.human }, ledger).view).toEqual(view)
  }
})

test('the system prompt, pins, corrections, memories of this turn and protected text are exempt [INV-07] [INV-08] [INV-09] [INV-10] [AC-12]', () => {
  const messages = window()
    .system('rules')
    .user('a', { pinned: true })
    .user('b', { injected: true })
    .user('[past corrections]\nuse pnpm')
    .user('keep <protect>this')
    .user('c')
    .user('d', { injected: true })
    .messages()
  const levels = grades(messages)
  expect(levels).toEqual(['full', 'full', 'full', 'full', 'full', 'placeholder', 'full'])
})

function grades(messages: readonly Message[], given: Given = {}) {
  const { ledger } = fit(messages, { config: STRICT, ...given })
  return messages.map((message) => shownLevel(message, ledger))
}

test('a group with a pinned member stays full as a whole [CAM-54] [INV-08]', () => {
  const messages = window()
    .user('go')
    .call('c1', 'read', { path: 'a' })
    .message('tool', [{ kind: 'tool_result', callId: 'c1', text: 'long '.repeat(99) }], { pinned: true })
    .messages()
  expect(grades(messages)).toEqual(['placeholder', 'full', 'full'])
})

test('the newest calls stay as they are [CAM-54]', () => {
  const built = window().user('go')
  for (let index = 0; index < 6; index++) built.step(`c${index}`, 'read', { index }, 'text '.repeat(400))
  const levels = grades(built.messages(), { config: { ...STRICT, compat: false } })
  expect(levels.slice(-8)).toEqual(Array(8).fill('full'))
  expect(levels.slice(1, 5)).toEqual(Array(4).fill('placeholder'))
})

test('without an upgrade a level never rises; with it the original text is back [AC-01]', () => {
  const messages = window().user('fix src/tax.ts rounding').assistant('hm').user('go on').messages()
  const { ledger } = fit(messages, { config: STRICT })
  const low = mergePlaceholders(renderView(messages, ledger), ledger)
  const kind = { config: { full_threshold: 0, compressed_threshold: 0 } }
  expect(fit(messages, kind, ledger).view).toEqual(low)
  const { view, decisions } = fit(messages, { ...kind, allowUpgrade: true }, ledger)
  expect(view).toBe(messages)
  expect(decisions.every(({ action, level }) => action === 'restore' && level === 'full')).toBe(true)
})

test('a call that is elided is still a call, with its result beside it, and nothing of what they held [INV-12]', () => {
  const messages = window()
    .user('go')
    .step('c1', 'write', { path: 'a', content: 'secret plan' }, 'written secret plan')
    .user('more')
    .messages()
  const { view } = fit(messages, { config: STRICT })
  const [call] = view[1]?.parts ?? []
  expect(call).toMatchObject({ kind: 'tool_call', callId: 'c1', tool: 'write' })
  expect(call?.args).toEqual({
    _elided: expect.stringMatching(/^\[placeholder: role=assistant, original_tokens=\d+, importance=/),
  })
  expect(view[2]?.parts[0]?.text).toMatch(/^\[placeholder: role=user, original_tokens=/)
  expect(JSON.stringify(view)).not.toContain('secret plan')
})

const CONFIGS = fc.record({
  compat: fc.boolean(),
  full_threshold: fc.double({ min: 0.5, max: 1, noNaN: true }),
  compressed_threshold: fc.double({ min: 0, max: 0.5, noNaN: true }),
})

test('in every window a call and its results share a level, no placeholders of one role are neighbours, and nothing breaks [AC-01] [AC-04] [INV-03] [INV-04]', () => {
  fc.assert(
    fc.property(randomMessages, CONFIGS, (messages, config) => {
      const { view, ledger } = fit(messages, { config, minGain: 0 })
      const groups = groupMessages(messages)
      const levels = new Map<number, string>()
      for (const [index, message] of messages.entries()) {
        const level = shownLevel(message, ledger)
        expect(levels.get(groups[index] ?? -1) ?? level).toBe(level)
        levels.set(groups[index] ?? -1, level)
      }
      for (const [index, message] of view.entries()) {
        const isText = (other?: Message) =>
          other?.role === message.role &&
          other.parts.every((part) => part.kind === 'text' && part.text.startsWith('[placeholder'))
        expect(isText(message) && isText(view[index + 1])).toBe(false)
      }
      expect(newViolations(messages, view).filter(({ code }) => code !== 'V06' && code !== 'V05')).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('the input is never changed, and the same input gives the same decisions', () => {
  fc.assert(
    fc.property(randomMessages, CONFIGS, (messages, config) => {
      const before = JSON.stringify(messages)
      expect(fit(messages, { config }).decisions).toEqual(fit(messages, { config }).decisions)
      expect(JSON.stringify(messages)).toBe(before)
    }),
    { numRuns: 200 },
  )
})
