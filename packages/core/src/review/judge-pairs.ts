import type { OpenView } from '../compact/open-view.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { findSeries, isCase, seriesAmong } from '../near/one-list.ts'
import { type Relation, relationOf } from '../near/relation.ts'
import { type Moment, type NearPair, nearPairOrder, type StoreReader } from '../ports/store.ts'
import { type Lookup, lookupOf } from './lookup.ts'

/** What a near pair comes to for a person. */
export interface PairTold {
  readonly relation: Relation
  readonly at: Instant
}

/** All near pairs, and what each comes to; undefined where one of its entries isn’t shown. */
export interface PairJudgements {
  readonly pairs: readonly NearPair[]
  /** Those that are cases of one list, which nobody is asked about. */
  readonly series: ReadonlySet<NearPair>
  readonly toldOf: (pair: NearPair) => PairTold | undefined
}

interface Judged {
  readonly isCase: boolean
  readonly told: PairTold | undefined
}

/** The judgements of one state of a store, to be kept for the next one. */
export interface JudgedPairs extends PairJudgements {
  readonly judged: ReadonlyMap<NearPair, Judged>
  readonly scopes: OpenView['scopes']
  readonly overlaid: OpenView['overlaid']
  readonly moment: Moment
  readonly uncompared: ReadonlySet<EntryId>
}

/** From so many changed entries on, judging all pairs is as quick. */
const MANY = 1000

/** Judges all near pairs: of those that are kept from `before`, only what may stand otherwise since. */
export function judgePairs(reader: StoreReader, view: OpenView, before?: JudgedPairs): JudgedPairs {
  // Before anything else is read: what is written meanwhile is judged again the next time.
  const moment = reader.moment()
  const uncompared = new Set(reader.uncompared())
  const point = { scopes: view.scopes, overlaid: view.overlaid, moment, uncompared }
  const changed = before === undefined ? undefined : changedSince(reader, view, uncompared, before)
  if (before === undefined || changed === undefined) {
    return { ...judgementsOf(judge(reader, view, [...reader.nearPairs({})])), ...point }
  }
  if (changed.size === 0) return { ...before, ...point }
  const left = [...before.judged].filter(([{ a, b }]) => !changed.has(a) && !changed.has(b))
  const found = new Map([...changed].flatMap((id) => [...reader.nearPairs({ of: id })].map(keyedPair)))
  return { ...judgementsOf(new Map([...left, ...judge(reader, view, [...found.values()])])), ...point }
}

/** Judges each pair when it is asked for: for who needs only the first ones. */
export function judgeOneByOne(reader: StoreReader, lookup: Lookup): PairJudgements {
  const pairs = [...reader.nearPairs({})]
  return { pairs, series: findSeries(pairs, lookup), toldOf: (pair) => toldOf(pair, lookup) }
}

/** The entries whose pairs may stand otherwise; undefined where there are many, or nobody can tell. */
function changedSince(
  reader: StoreReader,
  { scopes, overlaid }: OpenView,
  uncompared: ReadonlySet<EntryId>,
  before: JudgedPairs,
): ReadonlySet<EntryId> | undefined {
  if (scopes.join() !== before.scopes.join()) return undefined
  const written = reader.changedSince(before.moment)
  if (written === undefined) return undefined
  const compared = [...notIn(before.uncompared, uncompared), ...notIn(uncompared, before.uncompared)]
  // The store tells of its own views, not of those that a branch lays over them.
  const changed = new Set([...written, ...compared, ...overlaid, ...before.overlaid])
  return changed.size > MANY ? undefined : changed
}

function notIn(ids: ReadonlySet<EntryId>, others: ReadonlySet<EntryId>): readonly EntryId[] {
  return [...ids].filter((id) => !others.has(id))
}

function judge(
  reader: StoreReader,
  view: OpenView,
  pairs: readonly NearPair[],
): ReadonlyMap<NearPair, Judged> {
  const lookup = lookupOf(reader, view, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
  return new Map(pairs.map((pair) => [pair, { isCase: isCase(pair, lookup), told: toldOf(pair, lookup) }]))
}

function judgementsOf(
  judged: ReadonlyMap<NearPair, Judged>,
): Pick<JudgedPairs, 'pairs' | 'series' | 'toldOf' | 'judged'> {
  const pairs = [...judged.keys()].sort(nearPairOrder)
  const series = seriesAmong(pairs.filter((pair) => judged.get(pair)?.isCase === true))
  return { pairs, series, toldOf: (pair) => judged.get(pair)?.told, judged }
}

function toldOf(pair: NearPair, lookup: Lookup): PairTold | undefined {
  const [a, b] = [lookup.rowOf(pair.a), lookup.rowOf(pair.b)]
  if (a === undefined || b === undefined) return undefined
  if ([a, b].some(({ id }) => lookup.viewOf(id)?.hidden !== undefined)) return undefined
  return { relation: relationOf(pair, lookup), at: Math.max(a.at, b.at) }
}

function keyedPair(pair: NearPair): readonly [string, NearPair] {
  return [`${pair.a} ${pair.b}`, pair]
}
