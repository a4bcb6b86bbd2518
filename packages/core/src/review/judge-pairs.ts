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

type Judgements = ReadonlyMap<NearPair, Judged>

/** The state of a store that pairs are judged in. */
interface JudgedState {
  readonly scopes: OpenView['scopes']
  readonly overlaid: OpenView['overlaid']
  readonly moment: Moment
  readonly uncompared: ReadonlySet<EntryId>
}

/** A judging under way: what was judged, and the pairs of the state it was begun in that wait for it. */
export interface Judging {
  readonly state: JudgedState
  readonly judged: readonly Judgements[]
  readonly waiting: readonly NearPair[]
}

/** The judgements of one state of a store, to be kept for the next one. */
export interface JudgedPairs extends JudgedState, PairJudgements {
  readonly judged: Judgements
}

/** From so many changed entries on, judging all pairs is as quick. */
const MANY = 1000
/** Pairs that some tens of milliseconds are enough for. */
const STEP = 250

/** Judges all near pairs: of those that are kept from `before`, only what may stand otherwise since. */
export function judgePairs(reader: StoreReader, view: OpenView, before?: JudgedPairs): JudgedPairs {
  const judging = beginJudging(reader, view, before)
  return endJudging(judgeSome(reader, view, judging, Number.POSITIVE_INFINITY), before)
}

/** The same in steps, for who has others to answer between them: what is written meanwhile is left to the next judging. */
export function beginJudging(reader: StoreReader, view: OpenView, before?: JudgedPairs): Judging {
  // Before anything else is read: what is written meanwhile is judged again the next time.
  const moment = reader.moment()
  const uncompared = new Set(reader.uncompared())
  const state = { scopes: view.scopes, overlaid: view.overlaid, moment, uncompared }
  const changed = before === undefined ? undefined : changedSince(reader, view, uncompared, before)
  if (before === undefined || changed === undefined) {
    return { state, judged: [], waiting: [...reader.nearPairs({})] }
  }
  if (changed.size === 0) return { state, judged: [before.judged], waiting: [] }
  const left = [...before.judged].filter(([{ a, b }]) => !changed.has(a) && !changed.has(b))
  const found = new Map([...changed].flatMap((id) => [...reader.nearPairs({ of: id })].map(keyedPair)))
  return { state, judged: [new Map(left)], waiting: [...found.values()] }
}

/** Judges `most` of the pairs that wait. */
export function judgeSome(
  reader: StoreReader,
  view: OpenView,
  { state, judged, waiting }: Judging,
  most = STEP,
): Judging {
  if (waiting.length === 0) return { state, judged, waiting }
  return {
    state,
    judged: [...judged, judge(reader, view, waiting.slice(0, most))],
    waiting: waiting.slice(most),
  }
}

/** What was judged, when no pair waits any more; `before` as at its beginning. */
export function endJudging({ state, judged }: Judging, before?: JudgedPairs): JudgedPairs {
  const [only, ...others] = judged
  if (before !== undefined && only === before.judged && others.length === 0) return { ...before, ...state }
  const all = new Map(judged.flatMap((each) => [...each]))
  return { ...judgementsOf(all), judged: all, ...state }
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
  before: JudgedState,
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

function judge(reader: StoreReader, view: OpenView, pairs: readonly NearPair[]): Judgements {
  const lookup = lookupOf(reader, view, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
  return new Map(pairs.map((pair) => [pair, { isCase: isCase(pair, lookup), told: toldOf(pair, lookup) }]))
}

function judgementsOf(judged: Judgements): PairJudgements {
  const pairs = [...judged.keys()].sort(nearPairOrder)
  const series = seriesAmong(pairs.filter((pair) => judged.get(pair)?.isCase === true))
  return { pairs, series, toldOf: (pair) => judged.get(pair)?.told }
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
