import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/suggest/worker.ts`

/** What suggesting took over one store, all reading included, and what it found. */
export interface Measured {
  readonly links: number
  readonly milliseconds: number
  readonly peakMegabytes: number
  readonly candidates: number
  readonly planted: number
  /** Planted clumps that are a candidate, member for member. */
  readonly exact: number
}

const SIZES = [1_000, 10_000, 100_000]
const PROMISED = new Map([
  [10_000, '≤ 2,000 ms'],
  [100_000, '≤ 1 GB'],
])

/** How long it takes to find the clumps of a memory, and whether they are those that were planted. */
export async function run(): Promise<BenchResult> {
  const rows = SIZES.map((entries) => {
    const measured = runWorker<Measured>(WORKER, [String(entries)])
    return [
      entries.toLocaleString('en'),
      measured.links.toLocaleString('en'),
      `${Math.round(measured.milliseconds).toLocaleString('en')} ms`,
      PROMISED.get(entries) ?? '–',
      `${Math.round(measured.peakMegabytes)} MB`,
      measured.candidates.toLocaleString('en'),
      `${measured.exact.toLocaleString('en')} of ${measured.planted.toLocaleString('en')}`,
    ]
  })
  return {
    claim: 'How long it takes to find the clumps of a memory',
    how: 'In one process, stores of made-up notes: clumps of 8 to 15 with words, a tag and up to five links each of their own, every note with one link to anywhere, a tag that hundreds share and forty words that all use. Median of three runs with all evidence, reading of the store included, in CPU time, which other work on the machine lengthens less than the clock; “exact” counts the planted clumps that are found member for member.',
    table: renderTable(
      ['entries', 'links', 'CPU time', 'promised', 'peak memory', 'candidates', 'planted clumps, exact'],
      rows,
    ),
  }
}
