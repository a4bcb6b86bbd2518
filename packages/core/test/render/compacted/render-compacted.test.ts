import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listCompactedFiles, renderCompacted } from '../../../src/render/compacted/render-compacted.ts'
import type { RenderEntry } from '../../../src/render/render-entry.ts'
import { buildEntry, DEFAULT_CATEGORIES, GOLDEN_ENTRIES } from '../build-entry.ts'

const INPUTS = '0123456789abcdef'
const CONVENTIONS = GOLDEN_ENTRIES.filter((entry) => entry.category === 'conventions')

function render(entries: readonly RenderEntry[]): string | undefined {
  return renderCompacted('conventions', 'Conventions', entries, INPUTS)
}

/** The lines of the only bullet. */
function bullet(parts: Partial<RenderEntry>): readonly string[] | undefined {
  return render([buildEntry({ ...parts, id: 'x1' })])
    ?.split('\n')
    .slice(4, -1)
}

test('the compacted file of the reference, byte for byte [LS-09]', () => {
  expect(render(CONVENTIONS)).toBe(`<!-- Auto-generated. Do not edit. Rebuild: varve compact -->
<!-- varve compacted v1 category=conventions live=3 inputs=0123456789abcdef -->
# Conventions

- Always use pnpm, never npm or yarn. <!-- c1 2026-03-07 -->
- Use \`cargo test -p core\` for core Rust tests. <!-- c2 2026-03-05 -->
- Extract shared logic instead of copying it. [low] <!-- c3 2026-03-03 -->
`)
})

test('a category without heads has no file', () => {
  expect(render([])).toBeUndefined()
})

test('quarantined text is in no rendered file [RS-69]', () => {
  expect(render([buildEntry({ id: 'held', quarantined: true })])).toBeUndefined()
  const held = buildEntry({ id: 'held', quarantined: true, content: 'secret text' })
  expect(render([...CONVENTIONS, held])).toBe(render(CONVENTIONS))
})

test('bullets are pinned first, then newest, then by id', () => {
  const text = render([
    buildEntry({ id: 'b', confidence: 'high' }),
    buildEntry({ id: 'a', confidence: 'low' }),
    buildEntry({ id: 'new', assertedTo: Date.UTC(2026, 5, 1) }),
    buildEntry({ id: 'pin', pinned: true, assertedTo: 0 }),
  ])
  expect(text?.match(/(?<=<!-- )\w+(?= \d{4}-)/g)).toEqual(['pin', 'new', 'a', 'b'])
})

test('all markers stand in their order before the comment', () => {
  const lines = bullet({
    content: 'Text.',
    pinned: true,
    confidence: 'low',
    stale: true,
    conflicts: ['bbbbbbbb', 'aaaaaaaa'],
    forks: ['dddddddd', 'cccccccc'],
    standsFor: 4,
  })
  expect(lines).toEqual([
    '- Text. [pinned] [low] [stale?] [conflict: aaaaaaaa, bbbbbbbb] [fork: cccccccc, dddddddd] [merges 4] <!-- x1 2026-03-01 -->',
  ])
})

describe('text of several lines', () => {
  test('follows its first line indented, blank lines empty', () => {
    expect(bullet({ content: 'First\r\n\r\n   \r\nsecond\rthird\n', confidence: 'low' })).toEqual([
      '- First [low] <!-- x1 2026-03-01 -->',
      '',
      '',
      '  second',
      '  third',
    ])
  })

  test('keeps the indentation of code', () => {
    expect(bullet({ content: 'Run:\n```\n  deep\n```' })?.slice(1)).toEqual(['  ```', '    deep', '  ```'])
  })

  test('never begins a line at the margin, so forges no bullet and no heading [RS-71]', () => {
    const lines = bullet({ content: 'x\n# Heading\n- bullet\n<!-- y -->\n\n---\n===' }) ?? []
    expect(lines.slice(1).every((line) => line === '' || line.startsWith('  '))).toBe(true)
  })
})

test('comment marks of a text are escaped', () => {
  expect(bullet({ content: 'a <!-- b --> c' })).toEqual(['- a &lt;!-- b --&gt; c <!-- x1 2026-03-01 -->'])
})

test('the date is that of UTC [LS-09]', () => {
  const midnight = Date.UTC(2026, 2, 8)
  expect(bullet({ assertedTo: midnight - 1 })?.[0]).toContain('2026-03-07')
  expect(bullet({ assertedTo: midnight })?.[0]).toContain('2026-03-08')
})

test('there is one file a category, unknown ones after the configured, the uncategorised last [LS-81]', () => {
  const names = ['uncategorised', 'zeta', 'operations', 'alpha', 'conventions']
  const entries = names.map((category, place) => buildEntry({ id: `e${place}`, category }))
  const files = listCompactedFiles(entries, DEFAULT_CATEGORIES, INPUTS)
  expect(files.map((file) => file.category)).toEqual([
    'conventions',
    'operations',
    'alpha',
    'zeta',
    'uncategorised',
  ])
  expect(files.at(-1)?.text).toContain('\n# Other\n')
})

test('a file has the same bytes whatever order the heads come in [LS-09]', () => {
  const order = fc.shuffledSubarray([...GOLDEN_ENTRIES], { minLength: GOLDEN_ENTRIES.length })
  const expected = listCompactedFiles(GOLDEN_ENTRIES, DEFAULT_CATEGORIES, INPUTS)
  fc.assert(
    fc.property(order, (entries) => {
      expect(listCompactedFiles(entries, DEFAULT_CATEGORIES, INPUTS)).toEqual(expected)
    }),
  )
})

test('whatever the texts are, there is one line at the margin a head', () => {
  const content = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\r', '#', '-', '<!--', '-->', '\ud83d'),
  })
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), (contents) => {
      const text = render(contents.map((text, place) => buildEntry({ id: `e${place}`, content: text }))) ?? ''
      const lines = text.split('\n').slice(4)
      expect(lines.filter((line) => line !== '' && !line.startsWith('  '))).toHaveLength(contents.length)
      expect(text.match(/<!--/g)).toHaveLength(2 + contents.length)
      expect(text).not.toMatch(/\p{Cs}/u)
    }),
  )
})
