import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseText } from '@varve/core/guard'
import { expect, test } from 'vitest'
import { ROOT } from '../scenarios/sandbox.ts'

/** `` `a` and `b` `` or ``` ``a `code` `` and `b` ```: two texts as code. */
const PAIR = /^(`+) ?(.+?) ?\1 and (`+) ?(.+?) ?\3$/

const rows = readRows(readFileSync(join(ROOT, 'docs/guide/compact.md'), 'utf8'))

test('the guide to compaction has its table of normal forms', () => {
  expect(rows.length).toBeGreaterThan(3)
})

test.each(rows)('%s are the same, and %s stay apart, as the guide says', (same, apart) => {
  const [a, b] = pairOf(same).map(normaliseText)
  expect(a).toBe(b)
  const [c, d] = pairOf(apart).map(normaliseText)
  expect(c).not.toBe(d)
})

function readRows(page: string): readonly (readonly [string, string])[] {
  const lines = page.split('\n')
  const head = lines.findIndex((line) => /^\| these are the same +\|/.test(line))
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map((line) => {
    const [, same = '', apart = ''] = line.split('|').map((cell) => cell.trim())
    return [same, apart]
  })
}

function pairOf(cell: string): readonly string[] {
  const [, , a, , b] = PAIR.exec(cell) ?? []
  if (a === undefined || b === undefined) throw new Error(`no pair of texts: ${cell}`)
  return [a, b]
}
