import { expect, test } from 'vitest'
import { measureRetention } from '../../../src/guard/rewrite/anchor-retention.ts'
import { checkRewrite } from '../../../src/guard/rewrite/check-rewrite.ts'

const SOURCES = [
  { id: 'e1', text: 'Retry 3 times, see src/retry.ts' },
  { id: 'e2', text: 'The pool has 20 connections, set in config/pool.toml' },
  { id: 'e3', text: 'Pages have 50 rows, see src/page.ts' },
  { id: 'e4', text: 'Run `seed`, `sweep` or `audit` from bin/tool.sh' },
  { id: 'e5', text: 'Keep 7 backups of 12 shards for 30 days' },
]
const OUTPUT = 'Retries are in src/retry.ts, pages in src/page.ts; pages have 50 rows'

test('a digest tells type by type what it kept of its sources [BR-13]', () => {
  const { types, missing } = measureRetention(SOURCES, OUTPUT)
  expect(types).toEqual([
    { type: 'code', total: 3, kept: 0 },
    { type: 'num', total: 6, kept: 1 },
    { type: 'path', total: 4, kept: 2 },
  ])
  expect(missing).toContainEqual({ type: 'path', anchor: 'config/pool.toml', source: 'e2' })
  expect(missing).toContainEqual({ type: 'code', anchor: 'sweep', source: 'e4' })
  expect(missing).toHaveLength(10)
})

test('a digest that lost anchors is held [BR-13]', () => {
  const result = checkRewrite({ kind: 'digests', sources: SOURCES, output: OUTPUT })
  expect(result.verdict).toBe('review')
  expect(result.anchors).toEqual({ total: 13, kept: 3 })
})
