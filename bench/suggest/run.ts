import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/suggest/worker.ts`

/** What suggesting took for the first time in a process, which did nothing else. */
export interface Once {
  readonly firstMilliseconds: number
  readonly peakMegabytes: number
}

/** What suggesting takes over one store, all reading included, and what it found. */
export interface Measured {
  readonly milliseconds: number
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
    const { links, once, measured } = measureSize(entries)
    return [
      entries.toLocaleString('en'),
      links.toLocaleString('en'),
      `${Math.round(once.firstMilliseconds).toLocaleString('en')} ms`,
      `${Math.round(measured.milliseconds).toLocaleString('en')} ms`,
      PROMISED.get(entries) ?? '–',
      `${Math.round(once.peakMegabytes)} MiB`,
      measured.candidates.toLocaleString('en'),
      `${measured.exact.toLocaleString('en')} of ${measured.planted.toLocaleString('en')}`,
    ]
  })
  return {
    claim: 'How long it takes to find the clumps of a memory',
    how: 'Stores of made-up notes: clumps of 8 to 15 with words, a tag and up to five links each of their own, every note with one link to anywhere, a tag that hundreds share and forty words that all use. All evidence, reading of the store included, in CPU time, which other work on the machine lengthens less than the clock: the first time in a process that does nothing else, with its peak memory, and the median of three more in a warm one. “Exact” counts the planted clumps that are found member for member.',
    table: renderTable(
      ['entries', 'links', 'first', 'warm', 'promised', 'peak memory', 'candidates', 'planted clumps, exact'],
      rows,
    ),
  }
}

function measureSize(entries: number) {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  const ask = <T>(phase: string) =>
    runWorker<T>(WORKER, [phase, join(folder, 'store.sqlite'), String(entries)])
  try {
    const { links } = ask<{ readonly links: number }>('fill')
    return { links, once: ask<Once>('once'), measured: ask<Measured>('measure') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
