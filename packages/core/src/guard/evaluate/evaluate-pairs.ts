import { sortedUnique } from '../../domain/order.ts'
import { comparePrepared } from '../pair/compare-prepared.ts'
import { GUARD_VERSION, type PairResult } from '../pair/pair-result.ts'
import { prepareStatement } from '../pair/statement.ts'
import type { LabelledPair } from './labelled-pair.ts'

/** How the guard did on some labelled pairs; shares are 1 where there is nothing to count. */
export interface EvalFigures {
  readonly pairs: number
  /** Pairs of different facts that would be merged at once. Must be 0. */
  readonly false_automatic: number
  /** Share of the pairs of different facts that are vetoed or held for a person. */
  readonly blocked_or_held: number
  readonly contradiction_recall: number
  /** Share of the duplicates that are merged at once, without paraphrases and translations. */
  readonly surface_recall: number
  readonly automatic_recall: number
  /** Share of the duplicates that are vetoed. */
  readonly over_veto: number
}

/** Figures in total and for each language and class, sorted by name. */
export interface EvalReport {
  readonly guard_v: typeof GUARD_VERSION
  readonly total: EvalFigures
  readonly languages: Readonly<Record<string, EvalFigures>>
  readonly classes: Readonly<Record<string, EvalFigures>>
  /** Ids of the pairs of different facts that would be merged at once. */
  readonly false_automatic_ids: readonly string[]
  /** Whether the operating point holds. */
  readonly passes: boolean
}

/** Classes in which a duplicate is worded anew, so that only a reader can tell. */
const NOT_SURFACE: readonly string[] = ['para', 'cross']

/** What the figures must be. */
export const OPERATING_POINT = {
  falseAutomatic: 0,
  blockedOrHeld: 0.95,
  surfaceRecall: 0.9,
  overVeto: 0.05,
} as const

/** Judges labelled pairs and counts. */
export function evaluatePairs(rows: readonly LabelledPair[]): EvalReport {
  const judged = rows.map((row) => ({ row, result: judge(row) }))
  const total = countFigures(judged)
  return {
    guard_v: GUARD_VERSION,
    total,
    languages: countEach(judged, ({ row }) => row.lang),
    classes: countEach(judged, ({ row }) => row.class),
    false_automatic_ids: sortedUnique(judged.filter(isFalseAutomatic).map(({ row }) => row.id)),
    passes: meetsOperatingPoint(total),
  }
}

/** A pair and what the guard says of it. */
interface JudgedPair {
  readonly row: LabelledPair
  readonly result: PairResult
}

function judge({ a, b, context }: LabelledPair): PairResult {
  return comparePrepared(prepareStatement(a), prepareStatement(b), context)
}

function countEach(
  judged: readonly JudgedPair[],
  nameOf: (pair: JudgedPair) => string,
): Readonly<Record<string, EvalFigures>> {
  const names = sortedUnique(judged.map(nameOf))
  return Object.fromEntries(
    names.map((name) => [name, countFigures(judged.filter((pair) => nameOf(pair) === name))]),
  )
}

function countFigures(judged: readonly JudgedPair[]): EvalFigures {
  const different = judged.filter(({ row }) => row.label !== 'duplicate')
  const duplicates = judged.filter(({ row }) => row.label === 'duplicate')
  return {
    pairs: judged.length,
    false_automatic: judged.filter(isFalseAutomatic).length,
    blocked_or_held: share(different, isBlockedOrHeld),
    contradiction_recall: share(
      judged.filter(({ row }) => row.label === 'contradiction'),
      ({ result }) => result.verdict === 'contradicts',
    ),
    surface_recall: share(
      duplicates.filter(({ row }) => !NOT_SURFACE.includes(row.class)),
      ({ result }) => result.allow.auto,
    ),
    automatic_recall: share(duplicates, ({ result }) => result.allow.auto),
    over_veto: share(duplicates, ({ result }) => !result.allow.review),
  }
}

function isFalseAutomatic({ row, result }: JudgedPair): boolean {
  return row.label !== 'duplicate' && result.allow.auto
}

function isBlockedOrHeld({ result }: JudgedPair): boolean {
  if (result.verdict === 'related') return result.flags.length > 0
  return result.verdict === 'contradicts' || result.verdict === 'distinct'
}

function share(pairs: readonly JudgedPair[], holds: (pair: JudgedPair) => boolean): number {
  return pairs.length === 0 ? 1 : pairs.filter(holds).length / pairs.length
}

function meetsOperatingPoint(total: EvalFigures): boolean {
  return (
    total.false_automatic === OPERATING_POINT.falseAutomatic &&
    total.blocked_or_held >= OPERATING_POINT.blockedOrHeld &&
    total.surface_recall >= OPERATING_POINT.surfaceRecall &&
    total.over_veto <= OPERATING_POINT.overVeto
  )
}
