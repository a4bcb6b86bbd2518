import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCandidateIndex } from '../../src/candidates/candidate-index.ts'

const data = process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
const labelled = join(data, 'benchmarks/pairs-agent-memory/labelled.jsonl')
const learnings = join(data, 'memory-stores/entire-learnings')

interface LabelledPair {
  readonly label: string
  readonly a: { readonly text: string }
  readonly b: { readonly text: string }
}

function readLines<T>(file: string): readonly T[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  // The files are this shape by their manifest.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

describe.skipIf(!existsSync(labelled) || !existsSync(learnings))('candidates among real learnings', () => {
  test('nineteen in twenty labelled duplicates are among the sixteen candidates of one another', () => {
    const pairs = readLines<LabelledPair>(labelled)
    const texts = new Set(pairs.flatMap(({ a, b }) => [a.text, b.text]))
    for (const name of readdirSync(learnings).filter((file) => file.endsWith('.learnings.jsonl'))) {
      for (const { text } of readLines<{ readonly text: string }>(join(learnings, name))) texts.add(text)
    }
    const index = createCandidateIndex([...texts].map((text) => ({ id: text, text })))
    const finds = (from: string, to: string): boolean =>
      index.candidatesOf(from, 16).some(({ id }) => id === to)
    const isFound = ({ a, b }: LabelledPair): boolean => finds(a.text, b.text) || finds(b.text, a.text)
    const shareOf = (labels: readonly string[]): number => {
      const chosen = pairs.filter(({ label }) => labels.includes(label))
      const found = chosen.filter(isFound).length
      console.log(`${labels.join('+')}: ${found} of ${chosen.length} found among ${index.ids.length} texts`)
      return found / chosen.length
    }
    expect(shareOf(['dup'])).toBeGreaterThanOrEqual(0.95)
    expect(shareOf(['dup', 'subsume'])).toBeGreaterThanOrEqual(0.95)
    expect(shareOf(['conflict', 'trap'])).toBeGreaterThanOrEqual(0.95)
  })
})
