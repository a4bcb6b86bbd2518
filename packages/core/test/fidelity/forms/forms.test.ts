import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { appliedEdit, imitatesElision } from '../../../src/fidelity/forms/applied-edit.ts'
import { elidedArguments } from '../../../src/fidelity/forms/elided-arguments.ts'
import { mentionDigest } from '../../../src/fidelity/forms/mention-digest.ts'
import { renderPlaceholder } from '../../../src/fidelity/forms/placeholder.ts'
import { subjectOf } from '../../../src/fidelity/forms/subject.ts'
import { tokenSize } from '../../../src/fidelity/forms/token-size.ts'
import type { Part } from '../../../src/fidelity/model/message.ts'
import { createRedactor } from '../../../src/redact/create-redactor.ts'
import { SECRETS } from '../../redact/vectors.ts'
import { callPart } from '../build-window.ts'

test.each([
  [999, '999'],
  [1000, '1k'],
  [3210, '3.2k'],
  [9960, '10k'],
  [12499, '12k'],
])('%i tokens are printed as %s', (tokens, size) => {
  expect(tokenSize(tokens)).toBe(size)
})

function call(tool: string, args: unknown): Part {
  return { ...callPart('c1', tool, args), key: 'c:c1', raw: null }
}

const asIs = (text: string) => text

const result: Part = { key: 'r:c1', kind: 'tool_result', callId: 'c1', text: 'x', raw: null }
const recall = { kind: 'handle', handle: 'reze47' } as const

test('a placeholder says what stood there, why it went and how to see it again [CAM-42]', () => {
  const read = call('read', { path: '/w/src/a.ts', offset: 1, limit: 200 })
  expect(
    renderPlaceholder({
      subject: subjectOf(result, read, { redact: asIs, workingDirectory: '/w' }),
      tokens: 3210,
      recall,
      mentions: 'src/b.ts loadConfig MAX_RETRIES',
    }),
  ).toBe(
    '[read src/a.ts L1-200 · 3.2k tok elided · recall reze47 · mentions: src/b.ts loadConfig MAX_RETRIES]',
  )
  const run = subjectOf(result, call('bash', { command: 'npm\n  test' }), { redact: asIs })
  const exit = { kind: 'exit', code: 1 } as const
  expect(renderPlaceholder({ subject: run, note: exit, tokens: 5100, recall: { kind: 'run-again' } })).toBe(
    '[bash npm test · exit 1 · 5.1k tok elided · re-run to see it again]',
  )
  const superseded = { kind: 'superseded', handle: '70hasb' } as const
  const whole = subjectOf(result, call('read', { path: 'src/a.ts' }), { redact: asIs })
  expect(renderPlaceholder({ subject: whole, note: superseded, tokens: 2000, recall })).toBe(
    '[read src/a.ts · superseded by 70hasb · 2k tok elided · recall reze47]',
  )
})

test('no name ends a placeholder early, hides in it, or makes it long [CAM-42]', () => {
  const path = `a]\u0000[b\u202e${'🔥'.repeat(200)}`
  const subject = subjectOf(result, call('read', { path }), { redact: asIs })
  expect(subject).toMatch(/^read a\)\(b🔥+…$/u)
  expect(Array.from(subject)).toHaveLength('read '.length + 120)
  expect(subjectOf(result, call('bash', { command: 'x'.repeat(99) }), { redact: asIs })).toBe(
    `bash ${'x'.repeat(60)}`,
  )
})

test('elided arguments keep paths and short values in their order, and stay JSON', () => {
  const write = call('write', { mode: 'new', path: 'src/a.ts', content: 'word '.repeat(99), list: [1] })
  expect(elidedArguments(write, '[args of write src/a.ts · …]', est2)).toBe(
    '{"mode":"new","path":"src/a.ts","_elided":"[args of write src/a.ts · …]"}',
  )
  expect(elidedArguments({ ...write, args: undefined, text: 'raw' }, '[x]', est2)).toBe('[x]')
})

test('an applied edit loses the text that it replaced, and nothing else', () => {
  const edit = call('edit', { path: 'a.ts', oldText: 'word '.repeat(144).trim(), newText: 'new', all: true })
  expect(appliedEdit(edit, est2)).toBe(
    '{"path":"a.ts","oldText":"[… 120 tok, applied]","newText":"new","all":true}',
  )
  const multi = call('multiedit', { path: 'a', edits: [{ old_string: 'x', new_string: 'y' }, { new: 'z' }] })
  expect(appliedEdit(multi, est2)).toBe(
    '{"path":"a","edits":[{"old_string":"[… 1 tok, applied]","new_string":"y"},{"new":"z"}]}',
  )
  expect(appliedEdit(call('edit', { path: 'a', newText: 'x' }), est2)).toBeUndefined()
})

test('an applied patch shows the removed lines of each hunk as one', () => {
  const patch = '*** Update File: a\n@@\n a\n-b\n-c\n+d\n-e\n@@\n-f\n+g'
  const shown = '*** Update File: a\n@@\n a\n-[… 3 lines, applied]\n+d\n@@\n-[… 1 lines, applied]\n+g'
  expect(appliedEdit(call('apply_patch', { input: patch }), est2)).toBe(JSON.stringify({ input: shown }))
  expect(appliedEdit({ ...call('apply_patch', undefined), text: patch }, est2)).toBe(shown)
})

test('arguments that copy an elision are known', () => {
  expect(imitatesElision({ path: 'a', _elided: '…' })).toBe(true)
  expect(imitatesElision({ edits: [{ old: '[… 1.2k tok, applied]' }] })).toBe(true)
  expect(imitatesElision({ path: 'a', old: 'b [… 3 tok, applied]' })).toBe(false)
})

const MENTIONS = [
  { name: 'computeTotal', weight: 0.5, tokens: 2 },
  { name: 'RATE_LIMIT', weight: 0.97, tokens: 3 },
  { name: 'MAX_RETRIES', weight: 0.97, tokens: 3 },
  { name: 'src/rate.ts', weight: 1.2, tokens: 5 },
]

test('a digest names what is worth most, heaviest first, as far as it fits', () => {
  const named = (budget: number) => mentionDigest(MENTIONS, budget).map(({ name }) => name)
  expect(named(160)).toEqual(['src/rate.ts', 'MAX_RETRIES', 'RATE_LIMIT', 'computeTotal'])
  expect(named(6)).toEqual(['src/rate.ts'])
  expect(named(0)).toEqual([])
})

test('a patch that is elided still says what it did to which file', () => {
  const patch =
    '*** Begin Patch\n*** Update File: src/a.ts\n-old\n+new\n*** Add File: src/b.ts\n+text\n*** End Patch'
  const line = '[args of apply_patch src/a.ts · 4k tok elided · recall abcdef]'
  const call = { ...callPart('c', 'apply_patch', { input: patch }), key: 'c:c', raw: null }
  expect(JSON.parse(elidedArguments(call, line, est2))).toEqual({
    _elided: `${line}\n*** Add File: src/b.ts`,
  })
  const { args: _, ...raw } = call
  expect(elidedArguments({ ...raw, text: patch }, line, est2)).toBe(`${line}\n*** Add File: src/b.ts`)
})

test('wherever a command or a path is cut, no half of a secret is left of it [CAM-45]', () => {
  const { redact } = createRedactor()
  const context = { redact: (text: string) => redact(text).text }
  fc.assert(
    fc.property(fc.constantFrom(...SECRETS), fc.nat(130), ({ secret }, before) => {
      const given = `${'x'.repeat(before)} ${secret} tail`
      for (const part of [call('bash', { command: given }), call('read', { path: given })]) {
        const subject = subjectOf(result, part, context)
        for (let at = 0; at + 9 <= secret.length; at++)
          expect(subject).not.toContain(secret.slice(at, at + 9))
      }
    }),
    { numRuns: 400 },
  )
})
