import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { comparePrepared } from '../../src/guard/pair/compare-prepared.ts'
import type { PairResult } from '../../src/guard/pair/pair-result.ts'
import { prepareStatement } from '../../src/guard/pair/statement.ts'
import { SUGGESTION_THRESHOLD, scoreSuggestion } from '../../src/guard/pair/suggestion-score.ts'

const data = process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
const folder = join(data, 'benchmarks')

/** Two texts, what a person called them, and what the guard says. */
interface Judged {
  readonly label: string
  readonly a: string
  readonly b: string
  readonly result: PairResult
}

/** Labels under which two texts are not one fact. */
const NOT_ONE_FACT = [
  'trap',
  'conflict',
  'overlap',
  'related',
  'subsume',
  'CONTRADICTION',
  'NEUTRAL',
  'unlike',
]
/** The share of a fact in two texts of which one may stand in for the other. */
const ONE_FACT = ['dup', 'subsume']
const FULLY_ALIKE = 4

function judge(label: string, a: string, b: string): Judged {
  return { label, a, b, result: comparePrepared(prepareStatement(a), prepareStatement(b)) }
}

function readAgentMemory(): readonly Judged[] {
  const lines = readFileSync(join(folder, 'pairs-agent-memory/labelled.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    // The shape of the data set.
    const row = JSON.parse(line) as { label: string; a: { text: string }; b: { text: string } }
    return judge(row.label, row.a.text, row.b.text)
  })
}

function readTable(
  file: string,
  labelOf: (label: string, score: number, relation: string) => string,
): readonly Judged[] {
  const [, ...lines] = readFileSync(join(folder, 'pairs', file), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [, , label = '', score = '', relation = '', a = '', b = ''] = line.split('\t')
    return judge(labelOf(label, Number(score), relation), a, b)
  })
}

function falseAutomatic(rows: readonly Judged[]): readonly string[] {
  return rows
    .filter(({ label, result }) => NOT_ONE_FACT.includes(label) && result.allow.auto)
    .map(({ a, b }) => `${a} / ${b}`)
}

/** The half that no threshold was chosen on: the benchmark's own, so that there is one only. */
function heldOut(rows: readonly Judged[]): readonly Judged[] {
  const digest = ({ label, a, b }: Judged) => createHash('sha256').update(`${label}\n${a}\n${b}`).digest()
  return rows.filter((row) => digest(row).readUInt8(0) % 2 === 1)
}

function isSuggested({ result }: Judged): boolean {
  return result.allow.review && scoreSuggestion(result) >= SUGGESTION_THRESHOLD
}

/** The chance that a pair of the first kind scores higher than one of the second. */
function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  const sorted = negative.toSorted((a, b) => a - b)
  const below = (score: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const value = sorted[middle] ?? Infinity
      if (orEqual ? value <= score : value < score) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = positive.reduce((sum, score) => sum + (below(score, false) + below(score, true)) / 2, 0)
  return wins / (positive.length * negative.length)
}

function percent(part: number, whole: number): string {
  return `${part}/${whole} = ${whole === 0 ? '–' : ((100 * part) / whole).toFixed(0)} %`
}

describe.skipIf(!existsSync(join(folder, 'pairs-agent-memory')))('entries of real agent memories', () => {
  let rows: readonly Judged[] = []
  beforeAll(() => {
    rows = readAgentMemory()
  })

  test('no two different facts are merged [MG-17]', () => {
    expect(falseAutomatic(rows)).toEqual([])
  })

  test('conflicts and traps are never suggested', () => {
    const traps = rows.filter(({ label }) => label === 'conflict' || label === 'trap')
    expect(traps.length).toBeGreaterThan(5)
    expect(traps.filter(({ result }) => result.allow.review)).toEqual([])
  })

  test('most duplicates are suggested, and little else', () => {
    for (const [name, part] of [
      ['all', rows],
      ['held out', heldOut(rows)],
    ] as const)
      report(name, part)
    const duplicates = rows.filter(({ label }) => label === 'dup')
    expect(duplicates.filter(isSuggested).length / duplicates.length).toBeGreaterThanOrEqual(0.8)
    const suggested = rows.filter(isSuggested).filter(({ label }) => label !== 'overlap')
    const right = suggested.filter(({ label }) => ONE_FACT.includes(label))
    expect(right.length / suggested.length).toBeGreaterThanOrEqual(0.9)
  })
})

function report(name: string, rows: readonly Judged[]): void {
  const duplicates = rows.filter(({ label }) => label === 'dup')
  for (const [way, isTaken] of [
    ['proposed', ({ result }: Judged) => result.allow.propose],
    ['suggested', isSuggested],
  ] as const) {
    const taken = rows.filter(isTaken)
    const right = taken.filter(({ label }) => ONE_FACT.includes(label))
    const fusible = taken.filter(({ label }) => label === 'overlap')
    console.log(
      `${name}, ${way}: duplicates found ${percent(duplicates.filter(isTaken).length, duplicates.length)}; ` +
        `one fact ${percent(right.length, taken.length - fusible.length)} of those that cannot be fused, ` +
        `${percent(right.length + fusible.length, taken.length)} with those that can`,
    )
  }
}

describe.skipIf(!existsSync(join(folder, 'pairs/sick.tsv')))('sentence pairs', () => {
  test('of SICK: none that differ are merged, and contradictions score below duplicates [MG-17]', () => {
    const rows = readTable('sick.tsv', (label, _, relation) => (label === '1' ? 'dup' : relation))
    expect(falseAutomatic(rows)).toEqual([])
    const scores = (part: readonly Judged[], wanted: string): readonly number[] =>
      part.filter(({ label }) => label === wanted).map(({ result }) => scoreSuggestion(result))
    const half = heldOut(rows)
    const [all, unseen] = [rows, half].map((part) =>
      areaUnderCurve(scores(part, 'dup'), scores(part, 'CONTRADICTION')),
    )
    console.log(
      `SICK, duplicate against contradiction: area ${all?.toFixed(3)}, held out ${unseen?.toFixed(3)}`,
    )
    expect(all).toBeGreaterThanOrEqual(0.95)
    expect(unseen).toBeGreaterThanOrEqual(0.95)
  })

  test('of STS-B: none that are less than alike are merged [MG-17]', () => {
    const rows = readTable('stsb-en.tsv', (_, score) => (score < FULLY_ALIKE ? 'unlike' : 'dup'))
    expect(falseAutomatic(rows)).toEqual([])
  })
})
