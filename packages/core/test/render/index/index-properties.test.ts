import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chars4 } from '../../../src/counters/chars4.ts'
import { est1 } from '../../../src/counters/est1.ts'
import type { TokenCounter } from '../../../src/ports/token-counter.ts'
import { planIndex } from '../../../src/render/index/plan-index.ts'
import { renderIndex } from '../../../src/render/index/render-index.ts'
import type { RenderEntry } from '../../../src/render/render-entry.ts'
import { buildEntry } from '../build-entry.ts'

const COUNTERS: readonly TokenCounter[] = [
  est1,
  chars4,
  { name: 'characters', count: (text) => text.length },
  { name: 'words', count: (text) => text.split(/\s+/).filter((word) => word !== '').length },
  // Gives a text more tokens than its parts: each part is rounded down to nothing.
  { name: 'rounded-down', count: (text) => Math.floor(text.length / 40) },
  { name: 'square', count: (text) => Math.floor(text.length ** 2 / 4000) },
]

const word = fc.oneof(
  fc.constantFrom(
    'pnpm',
    '`cargo test`',
    '使用依赖',
    '👩‍👩‍👧',
    '#',
    '<!--',
    '-->',
    '\n',
    '## x',
    'e\u0301',
    '\ud83d',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const content = fc.array(word, { minLength: 1, maxLength: 25 }).map((words) => words.join(' '))
const fields = fc.record({
  content,
  category: fc.constantFrom('conventions', 'architecture', 'operations', 'mine', 'uncategorised'),
  assertedTo: fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 2, 1 + day)),
  confidence: fc.constantFrom('low', 'medium', 'high'),
  trust: fc.constantFrom('user', 'agent', 'web'),
  pinned: fc.boolean(),
  stale: fc.boolean(),
  conflicts: fc.constantFrom([], ['other']),
})
const store = fc
  .array(fields, { maxLength: 30 })
  .map((list) => list.map((parts, place) => buildEntry({ id: `entry-${place}`, ...parts })))
const setting = fc.record({
  budget: fc.oneof(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 3000 })),
  counter: fc.constantFrom(...COUNTERS),
  categories: fc.constantFrom(
    [],
    [{ name: 'operations' }, { name: 'conventions', title: 'Our conventions' }],
    [
      { name: 'mine', weight: 3 },
      { name: 'conventions', weight: 0 },
    ],
  ),
  indexWeights: fc.constantFrom({}, { operations: 0.5 }),
})

test('the whole file is within the budget for every store, budget and counter [LS-11] [RS-37] [LS-74]', () => {
  fc.assert(
    fc.property(store, setting, (entries, config) => {
      const result = planIndex(entries, config, '0123456789abcdef')
      const text = renderIndex(result)
      expect(config.counter.count(text)).toBeLessThanOrEqual(config.budget)
      expect(result.tokens).toBe(config.counter.count(text))
    }),
    { numRuns: 500 },
  )
})

test('every candidate is either shown or named as left out, and the footer counts them [RS-38]', () => {
  fc.assert(
    fc.property(store, setting, (entries, config) => {
      const result = planIndex(entries, config, '0123456789abcdef')
      const all = planIndex(entries, { ...config, budget: 1_000_000, counter: est1 }, '0123456789abcdef')
      expect([...result.shown, ...result.elided()].sort()).toEqual([...all.shown].sort())
      expect([...result.placed].sort()).toEqual([...result.shown].sort())
      const footer = /\n\n(\d+) more: varve search\n$/.exec(renderIndex(result))
      if (result.issues.length === 0) expect(Number(footer?.[1] ?? 0)).toBe(result.left)
    }),
  )
})

test('a file has the same bytes whatever order the entries come in [RS-45] [LS-79]', () => {
  fc.assert(
    fc.property(store, setting, fc.infiniteStream(fc.nat()), (entries, config, keys) => {
      const shuffled = shuffle(entries, keys)
      const text = renderIndex(planIndex(entries, config, '0'))
      expect(renderIndex(planIndex(shuffled, config, '0'))).toBe(text)
    }),
  )
})

test('no text of an entry makes a comment, a heading, a second line or an ill-formed one [LS-40] [RS-45]', () => {
  fc.assert(
    fc.property(store, setting, (entries, config) => {
      const lines = renderIndex(planIndex(entries, config, '0'))
        .split('\n')
        .slice(3)
      for (const line of lines) {
        expect(line).toMatch(/^($|- |## |\d+ more: varve search$)/)
        expect(line).not.toMatch(/<!--|-->|^- #{1,6}(\s|$)/)
        expect(line).not.toMatch(/\p{Cs}/u)
      }
    }),
  )
})

test('no low or stale entry is shown while a normal one is left out [LS-39]', () => {
  fc.assert(
    fc.property(store, setting, (entries, config) => {
      const result = planIndex(entries, config, '0')
      const low = new Set(entries.filter(isLow).map((entry): string => entry.id))
      if (result.elided().some((id) => !low.has(id))) {
        expect(result.shown.filter((id) => low.has(id))).toEqual([])
      }
    }),
  )
})

test('the most important normal entry is shown if the header fits with 24 tokens to spare [LS-38]', () => {
  const header = renderIndex(
    planIndex([], { categories: [], indexWeights: {}, budget: 999, counter: est1 }, '0'),
  )
  fc.assert(
    fc.property(store, setting, fc.integer({ min: 24, max: 60 }), (entries, config, room) => {
      const budget = est1.count(header) + room
      const result = planIndex(entries, { ...config, counter: est1, budget }, '0')
      const candidates = [...result.shown, ...result.elided()]
      const normal = entries.filter((entry) => candidates.includes(entry.id) && !isLow(entry))
      const [first] = normal.sort(
        (a, b) =>
          Number(b.pinned) - Number(a.pinned) ||
          b.assertedTo - a.assertedTo ||
          (a.confidence === b.confidence ? 0 : a.confidence === 'high' ? -1 : 1) ||
          (a.id < b.id ? -1 : 1),
      )
      if (first !== undefined) expect(result.shown).toContain(first.id)
    }),
    { numRuns: 300 },
  )
})

test('a store of 100 000 entries fills its budget', () => {
  const entries = Array.from({ length: 100_000 }, (_, place) =>
    buildEntry({
      id: `${(place * 7919) % 100_000}-entry`,
      content: `Fact ${place}: the module at packages/core/src/${place} never opens a file`,
      category: ['conventions', 'architecture', 'operations'][place % 3] ?? '',
      assertedTo: Date.UTC(2026, 0, 1) + ((place * 104_729) % 100_003) * 1000,
    }),
  )
  const config = { categories: [], indexWeights: {}, budget: 2000, counter: est1 }
  const result = planIndex(entries, config, '0')
  expect(result.tokens).toBeLessThanOrEqual(2000)
  expect(result.tokens).toBeGreaterThan(1950)
})

function isLow(entry: RenderEntry): boolean {
  return entry.confidence === 'low' || entry.stale
}

function shuffle<T>(values: readonly T[], keys: fc.Stream<number>): readonly T[] {
  return values
    .map((value) => ({ value, key: keys.next().value ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
