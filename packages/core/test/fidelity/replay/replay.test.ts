import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { createFidelity, type Fidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { Message, Part } from '../../../src/fidelity/model/message.ts'
import { FileHistory } from '../../../src/fidelity/replay/file-states.ts'
import { pairedDifferences } from '../../../src/fidelity/replay/paired-bootstrap.ts'
import { asRecorded } from '../../../src/fidelity/replay/policies/as-recorded.ts'
import { clearTool } from '../../../src/fidelity/replay/policies/clear-tool.ts'
import { fittedByDefault } from '../../../src/fidelity/replay/policies/fitted.ts'
import { policyContext, replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { UserLines } from '../../../src/fidelity/replay/user-lines.ts'
import { addSums, figuresOf, NO_SUMS } from '../../../src/fidelity/replay/window-sums.ts'
import { window } from '../build-window.ts'
import { codingSession } from '../engine/session-window.ts'
import { o200k } from './o200k.ts'

const SESSION = codingSession(25).messages()
const INDEX = new SegmentIndex({ start: 'begin', from: 0, messages: SESSION }, o200k)

test('as recorded, nothing is lost, broken or paid for twice', () => {
  const figures = figuresOf(replayPolicy(asRecorded, INDEX))
  expect(figures).toMatchObject({ tokens: 1, cost: 1, refetchCost: 1, recall: 1, unsupported: 0, busts: 0 })
})

test('clearing results keeps the newest, and waits until it is worth it', () => {
  const open = (atLeast: number) =>
    clearTool('c', { trigger: 4000, keep: 2, atLeast }).open(policyContext(INDEX))
  expect(open(1e6)(SESSION)).toEqual(SESSION)
  const view = open(1000)(SESSION)
  const results = view.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool_result'))
  expect(results.slice(0, -2).every(({ text }) => text === '[cleared]')).toBe(true)
  expect(results.slice(-2).every(({ text }) => text !== '[cleared]')).toBe(true)
})

test('a fitted session breaks nothing, keeps every line of the user and the state of every file [CAM-71]', () => {
  const fitted = fittedByDefault('default', {
    budget: 200_000,
    high: 14_000,
    low: 9000,
    tuning: { minReclaim: 1000 },
  })
  const sums = replayPolicy(fitted, INDEX)
  expect(sums.busts).toBeGreaterThan(1)
  const figures = figuresOf(sums)
  expect(figures).toMatchObject({ userLines: 1, violations: 0, fileState: 1 })
  expect(figures.tokens).toBeLessThan(0.9)
})

test('an engine that shares what the replay knows, and grows its view in place, shows the same at each call', () => {
  const options = { sessionId: 's', budget: 200_000, high: 14_000, low: 9000, counter: o200k }
  const tuned = { ...options, tuning: { minReclaim: 1000 } }
  const [alone, shared] = [
    createFidelity(tuned),
    createFidelity({ ...tuned, facts: INDEX.facts, viewGrows: true }),
  ]
  const grown: Message[] = []
  const arrays = new Set<readonly Message[]>()
  for (const { message } of INDEX.calls) {
    for (const added of SESSION.slice(grown.length, message)) grown.push(added)
    const shows = (engine: Fidelity, messages: readonly Message[]) =>
      engine.prepare({ window: { messages, overhead: { tokens: 3000, hash: 'o' }, sessionId: 's' } })
    const [one, other] = [shows(alone, SESSION.slice(0, message)), shows(shared, grown)]
    expect(other.messages).toEqual(one.messages)
    expect(other.tokens).toBe(one.tokens)
    arrays.add(other.messages)
  }
  const { passes } = alone.state()
  expect(passes.length).toBeGreaterThan(1)
  expect(shared.state().passes).toEqual(passes)
  // One that came as it is, and one for each pass.
  expect(arrays.size).toBeLessThanOrEqual(1 + passes.length)
})

test('a policy is given one array that grows: copies would be the square of a session', () => {
  const given = new Set<readonly Message[]>()
  const lengths: number[] = []
  const watching = (messages: readonly Message[]) => {
    given.add(messages)
    lengths.push(messages.length)
    return messages
  }
  replayPolicy({ name: 'watching', open: () => watching }, INDEX)
  expect(given.size).toBe(1)
  expect(lengths).toEqual(INDEX.calls.map(({ message }) => message))
})

test('a line of the user counts as shown where any message of the user has it', () => {
  const said = window().user('keep this line\nand that one').assistant('ok').user('keep this line').messages()
  const view: Message[] = said.slice(1)
  const lines = new UserLines(said, est2)
  expect(lines.shownBefore(said.length, said)).toEqual({ all: 3, shown: 3, lostOfOwn: 0 })
  expect(lines.shownBefore(said.length, view)).toEqual({ all: 3, shown: 2, lostOfOwn: 1 })
  expect(lines.shownBefore(1, said.slice(0, 1))).toEqual({ all: 2, shown: 2, lostOfOwn: 0 })
})

test('a line of the user that is lost was pasted, or is their own', () => {
  const log = Array.from({ length: 40 }, (_, index) => `at step ${index} of the run (renderer.ts:${index})`)
  const said = window()
    .user(`Please mend this. It fails.\n\n${log.join('\n')}`)
    .assistant('ok')
    .user('go on')
    .messages()
  const shows = (text: string) => {
    const [first, ...rest] = said
    const parts = first?.parts.map((part) => ({ ...part, text })) ?? []
    const view = first === undefined ? rest : [{ ...first, parts }, ...rest]
    return new UserLines(said, est2).shownBefore(said.length, view)
  }
  expect(shows('Please mend this. It fails.\n\n[pasted]')).toEqual({ all: 42, shown: 2, lostOfOwn: 0 })
  expect(shows('[pasted]')).toEqual({ all: 42, shown: 1, lostOfOwn: 1 })
})

test('a file is in its state where its newest change can be seen, with its text or without', () => {
  const edit = { path: 'src/a.ts', oldText: 'one', newText: 'two' }
  const built = window()
    .user('go')
    .step('w', 'write', { path: 'src/a.ts', content: 'one' }, 'ok')
    .step('e', 'edit', edit, 'ok')
    .step('bad', 'edit', edit, 'no match', { isError: true })
    .messages()
  const history = new FileHistory(built)
  const shown = (text: string) =>
    history.shownBefore(
      built.length,
      built.map((message) => ({
        ...message,
        parts: message.parts.map((part) => (part.key === 'c:e' ? { ...part, text, args: undefined } : part)),
      })),
    )
  expect(history.shownBefore(built.length, built)).toEqual({
    files: 1,
    shown: 1,
    contents: 1,
    contentsShown: 1,
  })
  expect(shown('{"path":"src/a.ts"}')).toEqual({ files: 1, shown: 1, contents: 1, contentsShown: 0 })
  expect(shown('{}')).toEqual({ files: 1, shown: 0, contents: 1, contentsShown: 0 })
  expect(history.shownBefore(3, built)).toEqual({ files: 0, shown: 0, contents: 0, contentsShown: 0 })
})

test('an edit is there with its text where that is shown alone, and not where its result is told to have failed', () => {
  const edit = { path: 'src/a.ts', oldText: 'one', newText: '' }
  const built = window()
    .user('go')
    .step('w', 'write', { path: 'src/a.ts', content: 'one' }, 'ok')
    .step('e', 'edit', edit, 'ok')
    .messages()
  const history = new FileHistory(built)
  const shownWith = (key: string, change: Partial<Part>) =>
    history.shownBefore(
      built.length,
      built.map((message) => ({
        ...message,
        parts: message.parts.map((part) => (part.key === key ? { ...part, ...change } : part)),
      })),
    )
  const showing = (args: object) => shownWith('c:e', { args, text: JSON.stringify(args) })
  expect(showing({ path: 'src/a.ts', newText: '' })).toMatchObject({ shown: 1, contentsShown: 1 })
  expect(showing({ path: 'src/a.ts', oldText: 'one' })).toMatchObject({ shown: 1, contentsShown: 0 })
  expect(showing({ path: 'src/a.ts', newText: 'two' })).toMatchObject({ shown: 1, contentsShown: 0 })
  expect(shownWith('r:e', { text: 'no', isError: true })).toMatchObject({ shown: 0, contentsShown: 1 })
  expect(shownWith('r:e', { text: '[cleared]' })).toMatchObject({ shown: 1, contentsShown: 1 })
})

test('a patch is an act that edits, even where it only adds a file', () => {
  const built = window()
    .user('add src/new-file.ts')
    .step('p', 'apply_patch', { input: '*** Begin Patch\n*** Add File: src/new-file.ts\n+let a = 1' }, 'ok')
    .step('w', 'write', { path: 'src/other-file.ts', content: 'let a = 1' }, 'ok')
    .messages()
  const index = new SegmentIndex({ start: 'begin', from: 0, messages: built }, est2)
  expect(replayPolicy(asRecorded, index)).toMatchObject({ acts: 2, edits: 1 })
})

test('sums of sessions add up, and their figures are ratios of sums', () => {
  const one = { ...NO_SUMS, tokens: 10, rawTokens: 100, needed: [4, 0, 0, 0], kept: [1, 0, 0, 0], peak: 7 }
  const two = { ...NO_SUMS, tokens: 90, rawTokens: 100, needed: [0, 4, 0, 0], kept: [0, 4, 0, 0], peak: 9 }
  const figures = figuresOf(addSums([one, two]))
  expect(figures).toMatchObject({ tokens: 0.5, recall: 5 / 8, peak: 9 })
  expect(figures.recallByClass).toEqual([0.25, 1, 1, 1])
})

test('an interval of a difference is the same every time, and is around what all sessions say', () => {
  const session = (tokens: number) => ({ ...NO_SUMS, tokens, rawTokens: 100 })
  const ours = [[10, 20, 30, 40, 50].map(session)]
  const theirs = [[15, 26, 34, 47, 52].map(session)]
  const figures = { tokens: ({ tokens }: { readonly tokens: number }) => tokens }
  const { tokens } = pairedDifferences(ours, theirs, figures, 500)
  expect(tokens.mean).toBeCloseTo(-0.048, 12)
  expect(tokens.low).toBeLessThan(tokens.mean)
  expect(tokens.high).toBeGreaterThan(tokens.mean)
  expect(tokens.high).toBeLessThan(0)
  expect(pairedDifferences(ours, theirs, figures, 500)).toEqual({ tokens })
  expect(pairedDifferences(ours, ours, figures, 500).tokens).toEqual({ mean: 0, low: 0, high: 0 })
})

test('what is known of a segment that grows is known of any part of it', () => {
  const clear = clearTool('c', { trigger: 4000, keep: 2, atLeast: 1000 })
  const growing = clear.open(policyContext(INDEX))
  const history = new FileHistory(SESSION)
  for (let k = 1; k <= SESSION.length; k += 7) {
    const before = SESSION.slice(0, k)
    const view = growing(before)
    expect(view).toHaveLength(k)
    expect(history.shownBefore(k, view)).toEqual(new FileHistory(SESSION).shownBefore(k, view))
  }
  // A window that was shown before is shown again as all that was cleared leaves it.
  expect(growing(SESSION.slice(0, 8)).every((message, index) => message.role === SESSION[index]?.role)).toBe(
    true,
  )
  expect(history.shownBefore(8, SESSION)).toEqual(new FileHistory(SESSION).shownBefore(8, SESSION))
})
