import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'

type Reader = Pick<StoreReader, 'entry'>

/** Between two items of a list there may be a blank line. */
const NEXT_LINES = 2
/** Sections that one look takes in. */
const SCREEN_LINES = 20
/** Two values may be an old one and a new one; of three in one file each has a case of its own. */
const LEAST_OF_SERIES = 3
/** Clashes of values alone. Keys, alternatives and negations name what they clash over. */
const BARE_VALUE = /^value:(?:num|ver|slot|mixed)/
/** What the items of one list may differ in besides: the flags of two commands. */
const SETTING = /^value:(?:flag|env)-value/

/** Whether two texts differ in nothing but values. */
export function differInValues({ verdict, reasons }: NearPair): boolean {
  return verdict === 'contradicts' && reasons.every((reason) => BARE_VALUE.test(reason))
}

/**
 * Whether two texts that differ in values alone are items of one list, or of sections beside each
 * other: one import read them from one file, and who wrote them saw both, and means both.
 */
export function areOfOneList({ a, b, verdict, reasons }: NearPair, reader: Reader): boolean {
  if (verdict !== 'contradicts') return false
  if (!reasons.every((reason) => BARE_VALUE.test(reason) || SETTING.test(reason))) return false
  const [one, other] = [reader.entry(a), reader.entry(b)]
  if (one === undefined || other === undefined || !wereReadAtOnce(one, other)) return false
  const lines = linesBetween(one, other)
  if (lines <= 0) return false
  return lines <= NEXT_LINES || (lines <= SCREEN_LINES && one.entity?.name !== other.entity?.name)
}

/** How many lines lie from the end of the one that stands first to the start of the other. */
function linesBetween(one: Entry, other: Entry): number {
  const [lineOne, lineOther] = [one.source.line ?? 0, other.source.line ?? 0]
  if (lineOne === lineOther) return 0
  const first = lineOne < lineOther ? one : other
  const length = first.content.split('\n').length
  return Math.max(1, Math.abs(lineOne - lineOther) - length + 1)
}

/**
 * The pairs of texts of one mould that one import read from one file, each with another value: cases,
 * as `1k notes: 2 s`, `5k notes: 5 s`, `10k notes: 8 s`, and none of them newer than the next.
 */
export function findSeries(pairs: readonly NearPair[], reader: Reader): ReadonlySet<NearPair> {
  return seriesAmong(pairs.filter((pair) => isCase(pair, reader)))
}

/** Whether a pair may be of a series: what it is by itself. */
export function isCase(pair: NearPair, reader: Reader): boolean {
  if (!differInValues(pair)) return false
  const [one, other] = [reader.entry(pair.a), reader.entry(pair.b)]
  return one !== undefined && other !== undefined && wereReadAtOnce(one, other)
}

/** Those of the pairs that are cases which belong to a series. */
export function seriesAmong(cases: readonly NearPair[]): ReadonlySet<NearPair> {
  const series = joinedBy(cases)
  return new Set(cases.filter(({ a }) => (series.get(a)?.size ?? 0) >= LEAST_OF_SERIES))
}

function wereReadAtOnce(one: Entry, other: Entry): boolean {
  if (one.source.file === undefined || one.source.line === undefined || other.source.line === undefined) {
    return false
  }
  // What was edited since says something else than what was read.
  const isAsRead = [one, other].every(({ recorded, updated }) => recorded === updated)
  return isAsRead && one.source.file === other.source.file && one.recorded === other.recorded
}

/** The members of the group that each is in, where pairs join groups: the smaller goes into the larger. */
function joinedBy(pairs: readonly NearPair[]): ReadonlyMap<EntryId, ReadonlySet<EntryId>> {
  const groups = new Map<EntryId, Set<EntryId>>()
  const groupOf = (id: EntryId): Set<EntryId> => groups.get(id) ?? new Set([id])
  for (const { a, b } of pairs) {
    const [one, other] = [groupOf(a), groupOf(b)]
    // A large group has many pairs within it: to go through its members at each would take their square.
    if (one === other) continue
    const [small, large] = one.size < other.size ? [one, other] : [other, one]
    for (const member of small) groups.set(member, large.add(member))
    for (const member of [a, b]) groups.set(member, large)
  }
  return groups
}
