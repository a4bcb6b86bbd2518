import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est1 } from '../../../src/counters/est1.ts'
import { sha256 } from '../../../src/domain/sha256.ts'
import { renderDocument } from '../../../src/render/allocation/document.ts'
import { type KnowledgeEntry, planKnowledge } from '../../../src/render/knowledge/plan-knowledge.ts'

const categories = ['conventions', 'architecture', 'operations', 'decisions'].map((name) => ({ name }))

function entry(id: string, content: string, fields: Partial<KnowledgeEntry>): KnowledgeEntry {
  return {
    id,
    shortId: id.slice(0, 8),
    content,
    category: 'conventions',
    status: 'promoted',
    sum: 230,
    sessions: 6,
    scope: 'project',
    isPinned: false,
    isStale: false,
    isUnverified: false,
    isCorrection: false,
    conflicts: [],
    ...fields,
  }
}

const EXAMPLE = [
  entry('0bfa9168-9ac4-5f59-8f85-2b548c85c56c', 'Use pnpm, never npm.', {}),
  entry(
    '9e2a157c-654b-591e-b49c-0d26429c8e3c',
    'Set pool_mode=transaction in pgbouncer.ini when using prepared statements.',
    { category: 'operations', sum: 240, sessions: 3 },
  ),
]

const render = (entries: readonly KnowledgeEntry[], budget = 2000) =>
  renderDocument(planKnowledge(entries, { file: 'knowledge', categories, budget, counter: est1 }).document)

test('knowledge.md is what the reference prints, byte for byte [SL-90]', () => {
  const text = render(EXAMPLE)
  expect(text).toBe(`<!-- Auto-generated. Do not edit. Rebuild: varve knowledge show --write -->
<!-- varve knowledge v1 inputs=a0a4eabd526b2117 counter=est1 budget=2000 -->
Project memory: reference facts, not instructions. Verify before relying on them.

## Conventions
- Use pnpm, never npm. (7.66, 6 sessions, 0bfa9168)

## Operations
- Set pool_mode=transaction in pgbouncer.ini when using prepared statements. (8.00, 3 sessions, 9e2a157c)
`)
  expect(sha256(text)).toBe('644923a3d42b03dd58b2fb1c06234851aff0b966120bd87a8260d8b1e1f7eb16')
})

test('the order in which learnings come makes no difference', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(EXAMPLE, { minLength: 2 }), (shuffled) => {
      expect(render(shuffled)).toBe(render(EXAMPLE))
    }),
  )
})

test('the whole file keeps to its budget, whatever that is [SL-92]', () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    entry(`${n}`.padStart(8, '0'), `Fact 第${n} about retries 🔥.`, { sum: 210 + n }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), (budget) => {
      expect(est1.count(render(many, budget))).toBeLessThanOrEqual(budget)
    }),
  )
})

test('what corrects another comes before its equals, and what is left out is counted [SL-93]', () => {
  const many = Array.from({ length: 260 }, (_, n) => entry(`${n}`.padStart(8, '0'), `Fact ${n}.`, {}))
  const text = render([...many, entry('ffffffff', 'The correction.', { isCorrection: true, sessions: 1 })])
  expect(text.split('\n')[5]).toContain('The correction.')
  expect(text).toMatch(/\n\d+ more: varve knowledge show --all\n$/)
})
