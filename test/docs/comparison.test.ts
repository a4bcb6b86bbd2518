import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const PAGE = readFileSync(new URL('docs/guide/comparison.md', root), 'utf8')
const SECTIONS = PAGE.split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    text,
    results: [...text.matchAll(/bench\/results\/([\w-]+)\.md/g)].map(([, name = '']) => name),
  }))
const MEASURED = SECTIONS.filter(({ results }) => results.length > 0)

/** Figures of tables, and of what is said of them. */
function figuresOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => /^\||^\*\*Better/.test(line))
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([figure]) => figure.replaceAll(',', '')),
  )
}

test.each(MEASURED)('each figure of “$title” stands in the results that it names', ({ text, results }) => {
  const measured = results.map((name) => readFileSync(new URL(`bench/results/${name}.md`, root), 'utf8'))
  const exact = measured.flatMap((each) => each.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [])
  // A sentence may round what its table doesn't.
  const known = new Set([...exact, ...exact.map((figure) => String(Math.round(Number(figure))))])
  const figures = figuresOf(text)
  expect(figures.length).toBeGreaterThan(3)
  expect(figures.filter((figure) => !known.has(figure))).toEqual([])
})

test('what is measured is told in sections that name their results', () => {
  expect(MEASURED.map(({ title }) => title)).toEqual([
    'Keeping what is added',
    'Merging what is one, and nothing else',
    'Finding it again',
    'A window that fits',
  ])
})
