import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { compressText } from '../../../src/fidelity/compress/compress-text.ts'
import { cutTokens } from '../../../src/fidelity/compress/cut-tokens.ts'
import { RENDERERS } from '../../../src/fidelity/compress/renderers.ts'
import { OPERATIONS, type ToolOperation } from '../../../src/fidelity/model/target.ts'

const BUDGET = 160

function compress(text: string, operation: ToolOperation = 'other', budget = BUDGET) {
  const part = { key: 'r:c1', kind: 'tool_result', text, raw: null } as const
  return compressText(part, { counter: est2, budget, operation }, RENDERERS)
}

function numbered(count: number, line: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => line(index))
}

test('a long failing log keeps its end and its first error [CAM-52]', () => {
  const lines = numbered(3000, (index) => `step ${index} ok`)
  const end = numbered(8, (index) => `summary ${index}`)
  const text = [
    ...lines.slice(0, 1500),
    'Error: cannot find module x',
    ...lines.slice(1500),
    ...end,
    '',
  ].join('\n')
  const extract = compress(text, 'exec')
  expect(extract?.renderer).toBe('log')
  expect(extract?.text.split('\n')).toEqual(expect.arrayContaining(['Error: cannot find module x', ...end]))
})

test('a diff is shown by its files and hunks', () => {
  const text = ['diff --git a/x b/x', '@@ -1 +1 @@ load()', '-a', '+b', '@@ -9 +9 @@', ' c'].join('\n')
  expect(compress(text)).toEqual({
    renderer: 'diff',
    text: 'diff --git a/x b/x\n@@ -1 +1 @@ load()\n…2\n@@ -9 +9 @@\n…1',
  })
})

test('a search is shown by the first match in each file', () => {
  expect(compress('a.ts:1:x\na.ts:2:x\nb.ts:7:x', 'search')?.text).toBe('a.ts:1:x\n…1\nb.ts:7:x')
})

test('a listing is shown by its first entries and its folders', () => {
  const text = [...numbered(12, (index) => `src/${index}.ts`), 'test/a.ts', 'test/b.ts'].join('\n')
  expect(compress(text, 'list')?.text.split('\n').slice(-3)).toEqual(['…2', 'test/a.ts', '…1'])
})

test('a JSON document is shown by its shape', () => {
  const text = JSON.stringify({
    name: 'varve',
    items: numbered(99, (index) => `item ${index}`),
    log: { last: 'it failed' },
  })
  expect(compress(text)).toEqual({
    renderer: 'json',
    text: 'object\n  name: "varve"\n  items: list of 99\n    0: string\n  log: object\n    last: string\nerror at .log.last',
  })
})

test('a source file is shown by its declarations, with the numbers that a tool put before them', () => {
  expect(compress('1→import x\n2→export function load() {\n3→}\n', 'read')?.text).toBe(
    '…1\n2→export function load() {\n…2',
  )
})

test('a document is shown by its headings', () => {
  expect(compress('# A\n\nFirst. Second.\n\nmore\n# B\nx\n# C\ny')).toEqual({
    renderer: 'markup',
    text: '# A\n…1\nFirst. Second.\n…2\n# B\nx\n# C\ny',
  })
})

test('any other text is shown by its beginning', () => {
  expect(compress('short')).toEqual({ renderer: 'head', text: 'short' })
  expect(compress('word '.repeat(999), 'other', 10)?.text).toMatch(/^(word ){9,11}(word)?…$/)
})

test('a text is never cut inside a character', () => {
  for (const character of ['🔥', '👩‍👩‍👧', 'e\u0301']) {
    for (let budget = 1; budget < 8; budget++) {
      const cut = cutTokens(character.repeat(20), budget, est2)
      expect(cut).toBe(character.repeat(cut.length / character.length))
    }
  }
})

const TEXTS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('error: x', '@@ -1 @@', 'a.ts:1:x', '# H', '{', '', 'export const A', '\ud800'), {
      maxLength: 60,
    })
    .map((lines) => lines.join('\n')),
  fc.json({ maxDepth: 6 }),
)

test('an extract keeps to its budget whatever the text is, and adds no line to a text of lines [CAM-50]', () => {
  fc.assert(
    fc.property(
      TEXTS,
      fc.constantFrom(...OPERATIONS),
      fc.integer({ min: 20, max: 200 }),
      (text, operation, budget) => {
        for (const renderer of RENDERERS) {
          const part = { key: 'k', kind: 'tool_result', text, raw: null } as const
          const extract = renderer.render(text, { counter: est2, budget, operation }, part)
          if (extract === undefined) continue
          expect(est2.count(extract)).toBeLessThanOrEqual(budget + 3)
          if (renderer.name === 'json' || renderer.name === 'head') continue
          const source = new Set(text.split('\n'))
          expect(extract.split('\n').filter((line) => !source.has(line) && !/^…\d+$/.test(line))).toEqual([])
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('one endless line and nesting without end are taken without an error [CAM-50]', () => {
  for (const text of [
    'a'.repeat(1e6),
    'a-'.repeat(5e5),
    `${'['.repeat(1e4)}${']'.repeat(1e4)}`,
    '{"a":'.repeat(1e4),
  ]) {
    for (const operation of OPERATIONS) expect(() => compress(text, operation)).not.toThrow()
  }
})
