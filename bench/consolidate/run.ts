import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'

const WORKER = `${ROOT}bench/consolidate/worker.ts`
const STORES = join(process.env.VARVE_DATA ?? `${ROOT}../shared/data`, 'memory-stores')

/** What one run did to one memory, a year after it was taken in. */
export interface Measured {
  readonly entries: number
  readonly before: number
  readonly after: number
  readonly digests: number
  readonly digested: number
  readonly buried: number
  /** Anchors of all that was shown before, and how many of them are still found. */
  readonly anchors: number
  readonly found: number
  /** Texts that are as they were, byte for byte. */
  readonly unchanged: number
  readonly milliseconds: number
}

/** How much less there is to read when nobody has asked for a memory in a year, and what is lost: nothing. */
export async function run(): Promise<BenchResult> {
  const stores = existsSync(STORES)
    ? readdirSync(STORES, { withFileTypes: true })
        .filter((folder) => folder.isDirectory())
        .map(({ name }) => name)
        .sort()
    : []
  const measured = stores.map((name) => ({ name, ...runWorker<Measured>(WORKER, [join(STORES, name)]) }))
  const sum = (of: (each: Measured) => number) => measured.reduce((total, each) => total + of(each), 0)
  const all: Measured & { readonly name: string } = {
    name: 'all',
    entries: sum(({ entries }) => entries),
    before: sum(({ before }) => before),
    after: sum(({ after }) => after),
    digests: sum(({ digests }) => digests),
    digested: sum(({ digested }) => digested),
    buried: sum(({ buried }) => buried),
    anchors: sum(({ anchors }) => anchors),
    found: sum(({ found }) => found),
    unchanged: sum(({ unchanged }) => unchanged),
    milliseconds: sum(({ milliseconds }) => milliseconds),
  }
  return {
    claim: 'What a year of nobody asking leaves to read, and what of it is lost',
    how: 'Public memories of projects, each kind taken in by `varve import` into a memory of its own; then `varve consolidate --scope all` with the clock a year on and no use of any entry. Visible tokens are those of all that is shown (`est1`). An anchor counts as found where a text that has it is shown, or is led to: its entry is under a digest that has the anchor, or is buried and comes up by its id and with `--include-buried`. CPU time is that of the run, planning and writing.',
    table: renderTable(
      [
        'memories',
        'entries',
        'visible tokens',
        'saved',
        'digests',
        'notes under them',
        'buried',
        'anchors found',
        'texts unchanged',
        'CPU',
      ],
      [...measured, all].map(rowOf),
    ),
  }
}

function rowOf(each: Measured & { readonly name: string }): readonly string[] {
  const number = (value: number) => value.toLocaleString('en')
  const share = each.before === 0 ? '–' : `${Math.round((100 * (each.before - each.after)) / each.before)} %`
  return [
    each.name,
    number(each.entries),
    `${number(each.before)} → ${number(each.after)}`,
    share,
    number(each.digests),
    number(each.digested),
    number(each.buried),
    `${number(each.found)} of ${number(each.anchors)}`,
    `${number(each.unchanged)} of ${number(each.entries)}`,
    `${number(Math.round(each.milliseconds))} ms`,
  ]
}
