import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFiles } from '../../src/operations/import.ts'
import { list } from '../../src/operations/list.ts'
import { openTestContext } from './test-context.ts'

interface Row {
  readonly id: string
  readonly content: string
  readonly created: string
  readonly supersedes?: string
}

const RESTATED: readonly Row[] = [
  { id: 'B', content: 'Use npm.', created: '2026-01-01T00:00:00Z' },
  { id: 'C', content: 'use  npm', created: '2026-01-02T00:00:00Z' },
  { id: 'A', content: 'Use pnpm', created: '2026-01-03T00:00:00Z', supersedes: 'B' },
]
const REPEATED: readonly Row[] = [
  { id: 'B', content: 'Use npm.', created: '2026-01-01T00:00:00Z' },
  { id: 'A', content: 'Use pnpm', created: '2026-01-02T00:00:00Z', supersedes: 'B' },
  { id: 'A2', content: 'use pnpm.', created: '2026-01-03T00:00:00Z' },
]

test.each([
  ['A', RESTATED],
  ['A2', REPEATED],
] as const)(
  'a fact that was replaced stays replaced, in whatever order its files come: %s is shown [BR-26]',
  async (head, rows) => {
    for (const order of permutations(rows)) {
      const { project, run, close } = openTestContext()
      for (const [index, row] of order.entries()) {
        const file = join(project, `${index}.jsonl`)
        writeFileSync(file, `${JSON.stringify(row)}\n`)
        await run(importFiles, { paths: ['jsonl', file] })
      }
      const { items } = (await run(list)).json as { items: readonly { id: string }[] }
      expect(items.map(({ id }) => id)).toEqual([head])
      close()
    }
  },
)

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
