import type { TextEntry } from '../candidates/candidate-index.ts'
import { candidatePairs } from '../candidates/candidate-pairs.ts'
import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { by, byNumber, inOrder } from '../domain/order.ts'
import { type NearPair, nearPairOrder, type StoreReader } from '../ports/store.ts'
import {
  type ComparableEntry,
  compareEntries,
  createComparable,
  type EntryPlace,
  isComparable,
  placeOf,
} from './compare-entries.ts'

/** Candidates of one entry, where only its own are asked for, and where every entry asks for some. */
const CANDIDATES_EACH = 12
const NEIGHBOURS = { neighbours: 6, minimumScore: 0.2 }
/** More relatives of one entry than this are of no help to whoever has to judge them. */
const RELATIVES_EACH = 5

const mostAlikeFirst = inOrder<NearPair>(
  by((pair) => -pair.score, byNumber),
  nearPairOrder,
)

/** The near pairs of a few entries: candidates come from the store's own index of words. */
export function findNearPairs(reader: StoreReader, ids: Iterable<EntryId>): readonly NearPair[] {
  const pairs = new Map<string, NearPair>()
  const prepared = new Map<EntryId, ComparableEntry | undefined>()
  const comparable = createComparable()
  const prepare = (id: EntryId): ComparableEntry | undefined => {
    if (!prepared.has(id)) {
      const entry = reader.entry(id)
      prepared.set(id, entry && isComparable(entry) ? comparable(placeOf(entry), entry.content) : undefined)
    }
    return prepared.get(id)
  }
  for (const id of ids) {
    const one = prepare(id)
    const text = reader.entry(id)?.content
    if (one === undefined || text === undefined) continue
    for (const otherId of reader.similar(text, CANDIDATES_EACH)) {
      const other = otherId === id ? undefined : prepare(otherId)
      const pair = other && compareEntries(one, other)
      if (pair) pairs.set(`${pair.a} ${pair.b}`, pair)
    }
  }
  return closest([...pairs.values()])
}

/** The near pairs among all the given entries. */
export function findAllNearPairs(entries: Iterable<Entry>): readonly NearPair[] {
  const waiting = new Map<string, Waiting>()
  for (const entry of entries) {
    if (isComparable(entry)) waiting.set(entry.id, { place: placeOf(entry), text: entry.content })
  }
  const prepared = new Map<string, ComparableEntry>()
  const comparable = createComparable()
  const prepare = (id: string): ComparableEntry | undefined => {
    const known = prepared.get(id)
    const entry = waiting.get(id)
    if (known !== undefined || entry === undefined) return known
    const made = comparable(entry.place, entry.text)
    prepared.set(id, made)
    waiting.delete(id)
    return made
  }
  const pairs: NearPair[] = []
  let current: string | undefined
  for (const { a, b } of candidatePairs(textsOf(waiting), NEIGHBOURS)) {
    // Pairs come in the order of their lesser end, so one that was passed isn't asked for again.
    if (current !== undefined && current !== a) prepared.delete(current)
    current = a
    const [one, other] = [prepare(a), prepare(b)]
    const pair = one && other && compareEntries(one, other)
    if (pair) pairs.push(pair)
  }
  return closest(pairs)
}

/** An entry that no comparison has asked for yet: what else there is of it may be forgotten. */
interface Waiting {
  readonly place: EntryPlace
  readonly text: string
}

function* textsOf(entries: ReadonlyMap<string, Waiting>): Generator<TextEntry> {
  for (const [id, { text }] of entries) yield { id, text }
}

/** Every safe duplicate, and of the rest the most alike: no entry has more relatives than its share. */
function closest(pairs: readonly NearPair[]): readonly NearPair[] {
  const relatives = new Map<EntryId, number>()
  const count = (id: EntryId): number => relatives.get(id) ?? 0
  return [...pairs]
    .sort(mostAlikeFirst)
    .filter(({ a, b, verdict }) => {
      if (verdict === 'duplicate-safe') return true
      if (count(a) >= RELATIVES_EACH || count(b) >= RELATIVES_EACH) return false
      relatives.set(a, count(a) + 1).set(b, count(b) + 1)
      return true
    })
    .sort(nearPairOrder)
}
