import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/search/worker.ts`

/** What one query took, and what it said of how many entries answer it. */
export interface Asked {
  readonly query: string
  readonly milliseconds: number
  /** Milliseconds of processor time, on the mean. */
  readonly cpu: number
  readonly total: number
  /** Whether it said that there are more. */
  readonly isCapped: boolean
  /** Counted by reading every text; undefined for a question or a word that is mended, which have no such count. */
  readonly counted: number | undefined
}

export interface Measured {
  readonly asked: readonly Asked[]
  readonly p95: number
}

const SIZES = [
  { entries: 10_000, promised: 8 },
  { entries: 100_000, promised: 25 },
] as const

/** How long a search takes inside a process, common words among the queries, and whether its count is whole. */
export async function run(): Promise<BenchResult> {
  const measured = SIZES.map(({ entries }) => runWorker<Measured>(WORKER, [String(entries)]))
  const queries = measured[0]?.asked.map(({ query }) => query) ?? []
  const rows = queries.map((query, at) => [
    `\`${query}\``,
    ...measured.flatMap(({ asked }) => cellsOf(asked[at])),
  ])
  const sums = measured.flatMap(({ p95, asked }, at) => [
    `${p95.toFixed(1)} ms`,
    `${Math.max(...asked.map(({ cpu }) => cpu)).toFixed(1)} ms at most`,
    `≤ ${SIZES[at]?.promised} ms`,
  ])
  return {
    claim: 'What a search takes, and whether it counts all',
    how: 'In one process, stores of made-up facts; medians of a query and the processor time that it takes on the mean, which other work on the machine lengthens less than the clock; the 95th percentile of all rounds. “Of” is the number of entries that have every word, by reading each text. Where the search itself says that there are more than it ranked, a plus stands behind its count.',
    table: renderTable(
      ['query', '10,000 entries', 'CPU', 'results', '100,000 entries', 'CPU', 'results'],
      [...rows, ['95th percentile, promised', ...sums]],
    ),
  }
}

function cellsOf(asked: Asked | undefined): readonly string[] {
  if (asked === undefined) return ['–', '–', '–']
  const of = asked.counted === undefined ? '' : ` of ${asked.counted}`
  return [
    `${asked.milliseconds.toFixed(1)} ms`,
    `${asked.cpu.toFixed(1)} ms`,
    `${asked.total}${asked.isCapped ? '+' : ''}${of}`,
  ]
}
