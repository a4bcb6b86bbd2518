import { expect, test } from 'vitest'
import { callsOf } from '../../../src/fidelity/targets/calls-of.ts'
import { findSuperseded } from '../../../src/fidelity/targets/find-superseded.ts'
import { window } from '../build-window.ts'

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')
}

type Step = readonly [first: number, last: number] | 'whole' | 'failed' | 'open' | 'edit' | 'write'

function superseded(...steps: readonly Step[]): readonly string[] {
  const built = window()
  for (const [index, step] of steps.entries()) {
    const id = `c${index + 1}`
    const path = index % 2 === 0 ? 'src/a.ts' : './src/a.ts'
    if (step === 'edit') built.step(id, 'edit', { path, old: 'a', new: 'b' }, 'ok')
    else if (step === 'write') built.step(id, 'write', { path, content: 'x' }, 'ok')
    else if (step === 'whole') built.step(id, 'read', { path }, lines(80 - index))
    else if (step === 'failed') built.step(id, 'read', { path }, 'no', { isError: true })
    else if (step === 'open') built.call(id, 'read', { path })
    else {
      const [first, last] = step
      built.step(id, 'read', { path, offset: first, limit: last - first + 1 }, lines(last - first + 1))
    }
  }
  return [...findSuperseded(callsOf(built.messages())).keys()].sort()
}

test('a read is superseded where later reads show all its lines [CAM-13]', () => {
  expect(superseded([1, 100], [1, 200])).toEqual(['c:c1'])
  expect(superseded([1, 100], [50, 200])).toEqual([])
  expect(superseded([1, 100], [1, 60], [40, 120])).toEqual(['c:c1'])
})

test('a read that failed or has no result supersedes nothing [CAM-13]', () => {
  expect(superseded([1, 100], 'failed')).toEqual([])
  expect(superseded([1, 100], 'open')).toEqual([])
})

test('an edit supersedes nothing, a write everything before it [CAM-13]', () => {
  expect(superseded('whole', 'edit')).toEqual([])
  expect(superseded([1, 100], 'write', 'edit', 'write')).toEqual(['c:c1', 'c:c2', 'c:c3'])
})

test('a whole read shows again what was written, edited or read as a whole, also where the file has shrunk', () => {
  expect(superseded('whole', 'edit', 'whole')).toEqual(['c:c1', 'c:c2'])
  expect(superseded('write', 'whole')).toEqual(['c:c1'])
})

test('a whole read that came back short shows no lines that it lacks', () => {
  expect(superseded([100, 200], 'whole')).toEqual([])
})

test('what supersedes is named by the newest part that shows the lines', () => {
  const messages = window()
    .step('c1', 'read', { path: 'a' }, lines(10))
    .step('c2', 'read', { path: 'a' }, lines(10))
    .step('c3', 'read', { path: 'a' }, lines(10))
    .messages()
  const found = findSuperseded(callsOf(messages))
  expect(Object.fromEntries(found)).toEqual({ 'c:c1': 'r:c3', 'c:c2': 'r:c3' })
})
