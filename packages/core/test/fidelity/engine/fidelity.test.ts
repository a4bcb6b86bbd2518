import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { FidelityOptions } from '../../../src/fidelity/engine/fidelity-options.ts'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import type { Message, Part, Window } from '../../../src/fidelity/model/message.ts'
import { callPart, window } from '../build-window.ts'
import { randomMessages } from '../groups/random-messages.ts'
import { codingSession, source } from './session-window.ts'

/** High 37 000, low 22 500. */
const BUDGET = 100_000

function fidelity(more: Partial<FidelityOptions> = {}): Fidelity {
  return new Fidelity({ sessionId: 's1', budget: BUDGET, ...more })
}

function windowOf(messages: readonly Message[]): Window {
  return { messages, overhead: { tokens: 1000, hash: 'h' }, sessionId: 's1' }
}

function parts(messages: readonly Message[]): ReadonlyMap<string, Part> {
  return new Map(messages.flatMap((message) => message.parts.map((part) => [part.key, part] as const)))
}

const LONG = codingSession(40).messages()

test('switched off, the view is the very array that came in, and nothing is recorded [CAM-01] [RS-94]', () => {
  const off = fidelity({ profile: 'off' })
  expect(off.prepare({ window: windowOf(LONG) }).messages).toBe(LONG)
  expect(off.state().passes).toEqual([])
})

test('where the host keeps memory first, nothing is decided', () => {
  expect(fidelity({ memoryFirst: true }).prepare({ window: windowOf(LONG) }).messages).toBe(LONG)
})

test('below the watermark the view is the window [CAM-63]', () => {
  const messages = codingSession(5).messages()
  const view = fidelity().prepare({ window: windowOf(messages) })
  expect(view.messages).toBe(messages)
  expect(view.pass).toBeUndefined()
})

test('above it one pass brings the window down to its target, and breaks nothing [CAM-64]', () => {
  const view = fidelity().prepare({ window: windowOf(LONG) })
  expect(view.pass?.before).toBeGreaterThan(37_000)
  expect(view.tokens).toBeLessThanOrEqual(22_500)
  expect(view.tokens).toBe(view.pass?.after)
  expect(newViolations(LONG, view.messages, undefined, 4)).toEqual([])
})

test('every line that a person wrote is in the view [CAM-71] [BR-56]', () => {
  const view = fidelity().prepare({ window: windowOf(LONG) })
  expect(view.messages.filter(({ human }) => human)).toEqual(LONG.filter(({ human }) => human))
})

test('what is elided can be read back byte by byte, by key and by handle', () => {
  const engine = fidelity()
  const shown = parts(engine.prepare({ window: windowOf(LONG) }).messages)
  let elided = 0
  for (const [key, part] of parts(LONG)) {
    const text = shown.get(key)?.text
    if (text === part.text) continue
    elided++
    expect(engine.original(key)).toBe(part)
    const handle = /recall (\w+)/.exec(text ?? '')?.[1]
    if (handle !== undefined) expect(engine.original(handle)).toBe(part)
  }
  expect(elided).toBeGreaterThan(40)
})

test('between two passes each view begins with the bytes of the one before [CAM-07] [BR-58]', () => {
  const engine = fidelity()
  let before = ''
  let passes = 0
  for (let length = 1; length <= LONG.length; length++) {
    const view = engine.prepare({ window: windowOf(LONG.slice(0, length)) })
    const bytes = view.messages.map(({ role, parts: shown }) => JSON.stringify([role, shown])).join('\n')
    if (view.pass !== undefined) passes++
    else expect(bytes.startsWith(before)).toBe(true)
    before = bytes
  }
  expect(passes).toBeGreaterThan(1)
  expect(passes).toBeLessThan(12)
})

test('a view that is sent back as a window is that view again, and still knows its originals', () => {
  const engine = fidelity()
  const first = engine.prepare({ window: windowOf(LONG) })
  const again = engine.prepare({ window: windowOf(first.messages) })
  expect(JSON.stringify(again.messages)).toBe(JSON.stringify(first.messages))
  expect(again.tokens).toBeLessThanOrEqual(first.tokens)
  engine.restore('r:r0')
  expect(parts(engine.prepare({ window: windowOf(first.messages) }).messages).get('r:r0')?.text).toBe(
    source('file0'),
  )
})

test('what is restored is the original text, and the view says so [CAM-37]', () => {
  const engine = fidelity()
  const view = engine.prepare({ window: windowOf(LONG) })
  expect(parts(view.messages).get('r:r0')?.text).toMatch(/^\[read src\/file0\.ts · /)
  engine.restore('r:r0')
  const restored = engine.prepare({ window: windowOf(LONG) })
  expect(parts(restored.messages).get('r:r0')).toBe(parts(LONG).get('r:r0'))
  expect(restored.levels.full).toBe(view.levels.full + 1)
  expect(engine.state().passes.at(-1)).toMatchObject({ before: view.tokens, after: restored.tokens })
})

test('undoing a pass gives the view before it [CAM-41]', () => {
  const engine = fidelity({ tuning: { minCallsBetweenPasses: 99 } })
  engine.prepare({ window: windowOf(LONG) })
  engine.undo()
  expect(engine.prepare({ window: windowOf(LONG) }).messages).toBe(LONG)
})

test('undoing twice takes back the pass before, and never does the first again [CAM-41]', () => {
  const engine = fidelity({ tuning: { minCallsBetweenPasses: 99 } })
  const first = engine.prepare({ window: windowOf(LONG) })
  engine.restore('r:r0')
  engine.undo()
  const idle = { window: windowOf(LONG) }
  expect(engine.prepare(idle).messages).toEqual(first.messages)
  engine.undo()
  expect(engine.prepare(idle).messages).toBe(LONG)
  engine.undo()
  expect(engine.prepare(idle).messages).toBe(LONG)
  expect(engine.state().passes.map(({ undoes }) => undoes)).toEqual([undefined, undefined, 2, 1])
})

test('undoing a second pass counts what the first left, as the view shows it', () => {
  const engine = fidelity({ tuning: { minCallsBetweenPasses: 0 } })
  const first = engine.prepare({ window: windowOf(LONG) })
  engine.restore('r:r0')
  engine.undo()
  const idle = { window: windowOf(LONG) }
  expect(engine.prepare(idle).messages).toEqual(first.messages)
  expect(engine.prepare(idle).tokens).toBe(first.tokens)
})

test('another process that goes on with the decisions shows the same bytes', () => {
  const engine = fidelity()
  const view = engine.prepare({ window: windowOf(LONG) })
  const again = fidelity({ ledger: JSON.parse(JSON.stringify(engine.state())) })
  expect(JSON.stringify(again.prepare({ window: windowOf(LONG) }).messages)).toBe(
    JSON.stringify(view.messages),
  )
  const handles = [...JSON.stringify(view.messages).matchAll(/recall (\w+)/g)].map(
    ([, handle = '']) => handle,
  )
  expect(handles.length).toBeGreaterThan(20)
  for (const handle of handles) expect(again.original(handle)).toEqual(engine.original(handle))
})

test('a pass that would not pay for the cache waits, and leaves no trace; a cold cache lets it through [CAM-87] [CAM-88] [BR-57]', () => {
  const dear = { prices: { read: 0.1, write: 50 } }
  const engine = fidelity(dear)
  const view = engine.prepare({ window: windowOf(LONG) })
  expect(view.messages).toBe(LONG)
  expect(view.postponed?.need).toBeGreaterThan(view.postponed?.have ?? 0)
  expect(engine.state().passes).toEqual([])
  expect(engine.prepare({ window: windowOf(LONG), isCold: true }).pass?.trigger).toBe('cold')
})

test.each([0, 3])(
  'a window that can not be made small is tried twice at most, until it grows: %d steps may go [BR-54]',
  (steps) => {
    const built = window()
    for (let index = 0; index < 9; index++)
      built.user(`Rule ${index}. ${'Keep it as it is. '.repeat(2600)}`).assistant('ok')
    const messages = codingSession(steps, built).messages()
    let plans = 0
    const counted = {
      // A plan asks for it.
      get workingDirectory() {
        plans++
        return '/w'
      },
    }
    const engine = new Fidelity(Object.assign(counted, { sessionId: 's1', budget: BUDGET }))
    const views = Array.from({ length: 100 }, () => engine.prepare({ window: windowOf(messages) }))
    expect(plans).toBeGreaterThan(0)
    expect(plans).toBeLessThanOrEqual(2)
    expect(views.at(-1)?.advice).toBe('handoff')
  },
)

test('files that are written or read again are given up first, and say by what', () => {
  const built = window()
    .user('go')
    .step('w', 'write', { path: 'a.ts', content: source('written') }, 'ok')
    .step('x', 'read', { path: 'a.ts' }, source('first'))
    .step('y', 'edit', { path: './a.ts', old: 'a', new: 'b' }, 'ok')
    .step('z', 'read', { path: 'a.ts' }, source('second'))
  const engine = fidelity({ tuning: { highRatio: 0.01, lowRatio: 0.009, minReclaim: 1 } })
  const view = parts(engine.prepare({ window: windowOf(codingSession(3, built).messages()) }).messages)
  const classes = new Map(engine.state().decisions.map((decision) => [decision.key, decision.class]))
  expect(classes.get('r:x')).toBe(1)
  expect(classes.get('c:w')).toBe(1)
  expect(view.get('r:x')?.text).toMatch(
    /^\[read a\.ts · superseded by \w{6} · [\d.]+k? tok elided · recall \w{6}\]$/,
  )
  expect(JSON.parse(view.get('c:w')?.text ?? '')).toEqual({
    path: 'a.ts',
    _elided: expect.stringContaining('superseded by'),
  })
})

test('of equal results the newest stays, and the others point to it [CAM-66]', () => {
  const built = window().user('go')
  for (const id of ['a', 'b', 'c']) built.step(id, 'bash', { command: 'git status' }, source('status'))
  const engine = fidelity({ tuning: { highRatio: 0.01, lowRatio: 0.0099, minReclaim: 1, minAgeCalls: 1 } })
  const view = parts(
    engine.prepare({ window: windowOf(built.assistant('x').assistant('y').messages()) }).messages,
  )
  const same = /^\[bash git status · same as (\w{6}) · [\d.]+k? tok elided · recall \w{6}\]$/
  expect(engine.original(same.exec(view.get('r:a')?.text ?? '')?.[1] ?? '')?.key).toBe('r:c')
  expect(view.get('r:b')?.text).toMatch(same)
})

test('an edit that failed keeps the text that it looked for [CAM-46]', () => {
  const args = { path: 'a.ts', oldText: source('old'), newText: 'x' }
  const built = window()
    .user('go')
    .step('bad', 'edit', args, 'no match', { isError: true })
    .step('good', 'edit', args, 'ok')
  const engine = fidelity({
    tuning: { highRatio: 0.01, lowRatio: 0.0099, minReclaim: 1, minCallTokens: 1e6, appliedEdits: true },
  })
  const view = parts(engine.prepare({ window: windowOf(codingSession(3, built).messages()) }).messages)
  expect(view.get('c:bad')?.args).toEqual(args)
  expect(view.get('c:good')?.args).toEqual({
    ...args,
    oldText: expect.stringMatching(/^\[… [\d.]+k? tok, applied\]$/),
  })
})

test('protected text, pinned paths and what a person typed are never elided', () => {
  const built = window()
    .user('go')
    .step('p', 'read', { path: 'a' }, `<protect>${source('kept')}`)
  const all = { highRatio: 0.01, lowRatio: 0.0001, minReclaim: 1 }
  const engine = fidelity({ tuning: { ...all, pins: ['protect', 'path:src/file1.*'] } })
  const view = parts(engine.prepare({ window: windowOf(codingSession(3, built).messages()) }).messages)
  expect(view.get('r:p')?.text).toContain('kept')
  expect(view.get('r:r1')?.text).toBe(source('file1'))
  expect(view.get('r:r0')?.text).not.toBe(source('file0'))
})

test('no placeholder or digest holds a secret [CAM-45]', () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const text = `${source('x')}\ntoken ${secret}`
  const built = window()
    .user('go')
    .step('s', 'bash', { command: `curl -H ${secret}` }, text)
    .step('again', 'bash', { command: `curl -H ${secret}` }, text)
  const mentioned = codingSession(4, built).assistant(`I use ${secret}`)
  const engine = fidelity({ tuning: { highRatio: 0.01, lowRatio: 0.0001, minReclaim: 1 } })
  engine.prepare({ window: windowOf(mentioned.messages()) })
  expect(JSON.stringify(engine.state())).toContain('same as')
  expect(JSON.stringify(engine.state())).toContain('r:s')
  expect(JSON.stringify(engine.state())).not.toContain(secret)
})

test('a name that a part has only inside a secret is not mentioned [CAM-45]', () => {
  const text = `${source('x')}\nDATABASE=postgres://app:hunter_two@db.internal:5432/app`
  const built = window().user('go').step('s', 'bash', { command: 'env' }, text)
  const mentioned = codingSession(4, built).assistant('I look at hunter_two and at xValue1')
  const engine = fidelity({ tuning: { highRatio: 0.01, lowRatio: 0.0001, minReclaim: 1, extracts: false } })
  engine.prepare({ window: windowOf(mentioned.messages()) })
  const shown = engine.state().decisions.find(({ key }) => key === 'r:s')?.text
  expect(shown).toContain('mentions:')
  expect(shown).not.toContain('hunter')
})

const TIGHT = {
  highRatio: 0.0002,
  lowRatio: 0.0001,
  minReclaim: 1,
  minGain: 1,
  minGainFree: 1,
  minResultTokens: 1,
  minCallTokens: 1,
}

test('in every window the view breaks nothing, changes no input, and is the same twice', () => {
  fc.assert(
    fc.property(randomMessages, (messages) => {
      const before = JSON.stringify(messages)
      const run = () =>
        fidelity({ tuning: { ...TIGHT, minAgeCalls: 1 } }).prepare({ window: windowOf(messages) })
      const view = run()
      expect(JSON.stringify(messages)).toBe(before)
      expect(JSON.stringify(run())).toBe(JSON.stringify(view))
      expect(newViolations(messages, view.messages, undefined, 1)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('old reasoning goes, that of the latest loop stays to the byte [CAM-69]', () => {
  const reasoning = { kind: 'reasoning', text: `think ${'well '.repeat(99)}` } as const
  const built = window().user('go')
  built.message('assistant', [reasoning, callPart('a', 'ls', {})]).result('a', 'x')
  codingSession(2, built).user('and now')
  built
    .message('assistant', [{ ...reasoning, text: 'late '.repeat(99) }, callPart('b', 'ls', {})])
    .result('b', 'x')
  const messages = codingSession(2, built).messages()
  const engine = fidelity({ tuning: { ...TIGHT, minAgeCalls: 1 } })
  const { messages: view } = engine.prepare({ window: windowOf(messages) })
  const last = messages.findLastIndex(({ human }) => human)
  const thoughts = (from: readonly Message[]) =>
    from.flatMap((message) => message.parts.filter(({ kind }) => kind === 'reasoning'))
  expect(thoughts(view)).toEqual(thoughts(messages.slice(last)))
  const pinned = messages.map((message) => ({ ...message, pinned: true }))
  const kept = fidelity({ tuning: { ...TIGHT, minAgeCalls: 1 } }).prepare({ window: windowOf(pinned) })
  expect(thoughts(kept.messages)).toEqual(thoughts(messages))
})

test('reasoning without words stays: in a view that comes back the next one would have its name', () => {
  const thought = { kind: 'reasoning', text: '', opaque: true, raw: null } as const
  const built = codingSession(20)
  built.message('assistant', [thought, callPart('same1', 'ls', {})]).result('same1', 'x')
  codingSession(12, built.user('Now the next'))
  built.message('assistant', [thought, callPart('same2', 'ls', {})]).result('same2', 'y')
  const view = fidelity({ high: 20_000, low: 12_000 }).prepare({ window: windowOf(built.messages()) })
  expect(view.pass).toBeDefined()
  const parts = view.messages.flatMap((message) => message.parts)
  expect(parts.filter(({ kind, text }) => kind === 'reasoning' && text === '')).toHaveLength(2)
})

test('where the format refuses a message without its reasoning, none is counted as left out', () => {
  const keeping = fidelity().prepare({ window: { ...windowOf(LONG), keepsReasoning: true } })
  const reasoning = (messages: readonly Message[]) =>
    messages.flatMap((message) => message.parts.filter(({ kind }) => kind === 'reasoning'))
  expect(keeping.pass).toBeDefined()
  expect(reasoning(keeping.messages)).toEqual(reasoning(LONG))
  expect(keeping.tokens).toBe(keeping.pass?.after)
})
