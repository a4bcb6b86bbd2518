import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/graph/worker.ts`

/** Milliseconds of one question: median and 95th percentile of wall time, and the mean of CPU time. */
export interface Asked {
  readonly question: string
  readonly median: number
  readonly p95: number
  readonly cpu: number
  /** CPU time as a share of all wall time. */
  readonly cpuRatio: number
  /** How many notes it answered with. */
  readonly notes: number
  /** Promised milliseconds of the 95th percentile. */
  readonly promised?: number
}

const SIZES = [10_000, 100_000] as const

/** What walking the links costs: trees, paths, the ends of chains, bundles. */
export async function run(): Promise<BenchResult> {
  const measured = SIZES.map((entries) => runWorker<readonly Asked[]>(WORKER, [String(entries)]))
  const questions = measured[0]?.map(({ question, promised }) => ({ question, promised })) ?? []
  const rows = questions.map(({ question, promised }, at) => [
    question,
    ...measured.flatMap((asked) => cellsOf(asked[at])),
    promised === undefined ? '–' : `≤ ${promised} ms`,
  ])
  return {
    claim: 'A tree costs what it shows, however many links there are',
    how: 'In one process, stores of made-up notes with five links each, to neighbours and afar, every hundredth a digest of the nine after it; each question from 20 of them. Median / 95th percentile of wall time; then CPU time of a question, and its share of wall time: where that is far below 1, the machine was busy with something else, and CPU time is what tells.',
    table: renderTable(
      ['question', '10,000 notes', 'CPU', 'answers', '100,000 notes', 'CPU', 'answers', 'promised'],
      rows,
    ),
  }
}

function cellsOf(asked: Asked | undefined): readonly string[] {
  if (asked === undefined) return ['–', '–', '–']
  const { median, p95, cpu, cpuRatio, notes } = asked
  return [
    `${median.toFixed(1)} / ${p95.toFixed(1)} ms`,
    `${cpu.toFixed(1)} ms, ${cpuRatio.toFixed(2)} ×`,
    `${notes} notes`,
  ]
}
