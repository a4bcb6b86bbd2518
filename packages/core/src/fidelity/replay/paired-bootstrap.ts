import { seededRandom } from '../../domain/seeded-random.ts'
import { addSums, figuresOf, type WindowFigures, type WindowSums } from './window-sums.ts'

/** Sums of each session, once for each point of a jitter grid. */
export type SessionRuns = readonly (readonly WindowSums[])[]

export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

type Figure = (figures: WindowFigures) => number

/** The figure over all sessions: the mean over the runs of a jitter grid. */
export function meanFigure(runs: SessionRuns, figure: Figure): number {
  return runs.reduce((sum, run) => sum + figure(figuresOf(addSums(run))), 0) / runs.length
}

/**
 * How far a figure of `a` is from that of `b`, with a 95 % percentile interval over resampled sessions: the same ones
 * for both, in each the ratio of sums for each run, then their mean.
 */
export function pairedDifferences<Name extends string>(
  a: SessionRuns,
  b: SessionRuns,
  figures: Readonly<Record<Name, Figure>>,
  resamples = 2000,
): Readonly<Record<Name, Interval>> {
  const sessions = a[0]?.length ?? 0
  const random = seededRandom(7)
  const values = new Map<string, number[]>(Object.keys(figures).map((name) => [name, []]))
  for (let round = 0; round < resamples; round++) {
    const chosen = Array.from({ length: sessions }, () => Math.floor(random() * sessions))
    const [ours, theirs] = [resample(a, chosen), resample(b, chosen)]
    for (const [name, figure] of entriesOf(figures))
      values.get(name)?.push(mean(ours, figure) - mean(theirs, figure))
  }
  return Object.fromEntries(
    entriesOf(figures).map(([name, figure]) => [
      name,
      { mean: meanFigure(a, figure) - meanFigure(b, figure), ...percentiles(values.get(name) ?? []) },
    ]),
  ) as Record<Name, Interval>
}

function entriesOf<Name extends string>(figures: Readonly<Record<Name, Figure>>): readonly [Name, Figure][] {
  return Object.entries(figures) as [Name, Figure][]
}

function resample(runs: SessionRuns, chosen: readonly number[]): readonly WindowFigures[] {
  return runs.map((run) => figuresOf(addSums(chosen.flatMap((place) => run[place] ?? []))))
}

function mean(runs: readonly WindowFigures[], figure: Figure): number {
  return runs.reduce((sum, figures) => sum + figure(figures), 0) / runs.length
}

function percentiles(values: readonly number[]): { readonly low: number; readonly high: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { low: at(0.025), high: at(0.975) }
}
