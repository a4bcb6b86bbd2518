import { type Entry, valueOrUsual } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { by, byNumber, byText, inOrder, type Order, reversed, sortedUnique } from '../domain/order.ts'
import type {
  CompactionRow,
  EntryQuery,
  EntrySort,
  EntryView,
  Moment,
  NearPair,
  StoreReader,
  StoreWriter,
} from '../ports/store.ts'
import { queryWords } from '../words/index-words.ts'
import { jsonCopy } from './json-copy.ts'
import { countGroups, countShared, type KeptWords, keptWords, sumTotals } from './memory-match.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

interface Stored {
  readonly entry: Entry
  readonly row: CompactionRow
}

interface KeptVector {
  readonly embedder: string
  /** Of the text that it is of. */
  readonly contentHash: string | undefined
  readonly vector: Float32Array
}

type EntryMethods = Pick<
  StoreReader,
  | 'entry'
  | 'entryIdsByPrefix'
  | 'entries'
  | 'match'
  | 'wordCounts'
  | 'wordTotals'
  | 'letterWords'
  | 'compactionRows'
  | 'classMembers'
  | 'slotMembers'
  | 'scopes'
  | 'view'
  | 'views'
  | 'hiddenBy'
  | 'unembedded'
  | 'nearest'
  | 'similar'
  | 'nearPairs'
  | 'uncompared'
  | 'moment'
  | 'changedSince'
> &
  Pick<StoreWriter, 'putEntry' | 'dropEntry' | 'putViews' | 'dropViews' | 'putNearPairs' | 'putVectors'> & {
    countEntries(): number
    countHeads(): number
  }

const newestFirst: Order<Stored> = reversed(by((stored) => stored.row.at, byNumber))

const SORTS: Readonly<Record<EntrySort, Order<Stored>>> = {
  id: () => 0,
  newest: newestFirst,
  created: reversed(by((stored) => stored.entry.created, byNumber)),
  updated: reversed(by((stored) => stored.entry.updated, byNumber)),
  value: reversed(by((stored) => valueOrUsual(stored.entry), byNumber)),
}

/** The entries, their stage 1 rows and views of a memory store. */
export function memoryEntries(log: UndoLog): EntryMethods {
  const entries = new UndoableMap<EntryId, Stored>(log)
  const views = new UndoableMap<EntryId, EntryView>(log)
  const compared = new UndoableMap<EntryId, string>(log)
  const pairs = new UndoableMap<string, NearPair>(log)
  const vectors = new UndoableMap<EntryId, KeptVector>(log)
  const changed = new UndoableMap<EntryId, number>(log)
  // Never taken back: a change too many is no harm, two changes of one number would be.
  let changes = 0
  const noteChange = (id: EntryId) => changed.set(id, ++changes)
  const isCompared = (id: EntryId) => compared.get(id) === entries.get(id)?.row.content_hash
  const vectorOf = (id: EntryId, embedder: string) => {
    const kept = vectors.get(id)
    const isOfToday = kept?.embedder === embedder && kept.contentHash === entries.get(id)?.row.content_hash
    return isOfToday ? kept.vector : undefined
  }
  const isHidden = (id: EntryId) => views.get(id)?.hidden !== undefined
  const viewsWhere = (holds: (view: EntryView) => boolean) =>
    views
      .values()
      .filter(holds)
      .sort(by((view) => view.id, byText))
  const words = new WeakMap<Entry, KeptWords>()
  const wordsOf = ({ entry }: Stored): KeptWords => {
    const known = words.get(entry) ?? keptWords(entry)
    words.set(entry, known)
    return known
  }
  const best = (score: (kept: KeptWords) => number, limit: number) =>
    entries
      .values()
      .map((stored) => ({ id: stored.entry.id, score: score(wordsOf(stored)) }))
      .filter((scored) => scored.score > 0)
      .sort(bestFirst)
      .slice(0, limit)
      .map(({ id }) => id)
  const rows = () => sorted(entries.values()).map((stored) => stored.row)

  return {
    entry: (id) => entries.get(id)?.entry,
    entryIdsByPrefix: (prefix, limit) =>
      entries
        .keys()
        .filter((id) => id.startsWith(prefix))
        .sort(byText)
        .slice(0, limit),
    entries(query) {
      const found = entries.values().filter((stored) => matchesQuery(stored, query, isHidden))
      const offset = query.offset ?? 0
      const end = query.limit === undefined ? undefined : offset + query.limit
      return sorted(found, SORTS[query.sort ?? 'id'])
        .slice(offset, end)
        .map((stored) => stored.entry)
    },
    match: (query, limit) => best((kept) => countGroups(kept, query), limit),
    wordCounts: (words) =>
      words.map((word) => entries.values().filter((stored) => wordsOf(stored).all.has(word)).length),
    wordTotals: () => sumTotals(entries.values().map(wordsOf)),
    letterWords: ({ least, most }) =>
      sortedUnique(entries.values().flatMap((stored) => [...wordsOf(stored).all])).filter(
        (word) => word.length >= least && word.length <= most && LETTERS.test(word),
      ),
    unembedded: (embedder, limit) =>
      entries
        .keys()
        .filter((id) => vectorOf(id, embedder) === undefined)
        .sort(byText)
        .slice(0, limit),
    nearest: (embedder, vector, limit) =>
      entries
        .keys()
        .map((id) => ({ id, score: cosine(vector, vectorOf(id, embedder)) }))
        .filter(({ score }) => score > 0)
        .sort(bestFirst)
        .slice(0, limit)
        .map(({ id }) => id),
    similar(text, limit) {
      const words = new Set(queryWords(text))
      return best((kept) => countShared(kept, words), limit)
    },
    nearPairs: ({ of, verdict }) =>
      pairs
        .values()
        .filter((pair) => of === undefined || pair.a === of || pair.b === of)
        .filter((pair) => verdict === undefined || pair.verdict === verdict)
        .filter((pair) => isCompared(pair.a) && isCompared(pair.b))
        .sort(pairOrder),
    uncompared: () =>
      entries
        .keys()
        .filter((id) => !isCompared(id))
        .sort(byText),
    compactionRows({ ids, scopes }) {
      const wanted = ids === undefined ? undefined : new Set(ids)
      return rows().filter((row) => (wanted?.has(row.id) ?? true) && (scopes?.includes(row.scope) ?? true))
    },
    classMembers: (scope, textKey) =>
      rows()
        .filter((row) => row.scope === scope && row.text_key === textKey && !row.titled)
        .map((row) => row.id),
    scopes: () => sortedUnique([...rows()].map((row) => row.scope)),
    slotMembers: (scope, slot) =>
      rows()
        .filter((row) => row.scope === scope && row.slot === slot)
        .map((row) => row.id),
    view: (id) => views.get(id),
    views(ids) {
      const wanted = ids === undefined ? undefined : new Set(ids)
      return viewsWhere((view) => wanted?.has(view.id) ?? true)
    },
    hiddenBy(tops) {
      const wanted = new Set<EntryId | null | undefined>(tops)
      return viewsWhere(({ hidden }) => hidden !== undefined && hidden.by !== null && wanted.has(hidden.by))
    },
    moment: () => String(changes) as Moment,
    changedSince(moment) {
      const since = Number(moment)
      if (Number.isNaN(since)) return undefined
      return changed
        .entries()
        .filter(([, at]) => at > since)
        .map(([id]) => id)
        .sort(byText)
    },
    countEntries: () => entries.size,
    countHeads: () => entries.keys().filter((id) => !isHidden(id)).length,

    putEntry(entry, row) {
      noteChange(entry.id)
      entries.set(entry.id, jsonCopy({ entry, row }))
    },
    dropEntry(id) {
      noteChange(id)
      entries.delete(id)
      views.delete(id)
    },
    putViews(given) {
      for (const view of given) {
        if (!entries.has(view.id)) continue
        noteChange(view.id)
        views.set(view.id, jsonCopy(view))
      }
    },
    putNearPairs(ids, given) {
      for (const pair of pairs.values()) if (ids.has(pair.a) || ids.has(pair.b)) pairs.delete(pairKey(pair))
      for (const id of ids) compared.set(id, entries.get(id)?.row.content_hash ?? '')
      for (const pair of given) pairs.set(pairKey(pair), jsonCopy(pair))
    },
    putVectors(embedder, given) {
      for (const [id, kept] of vectors.entries()) if (kept.embedder !== embedder) vectors.delete(id)
      for (const [id, vector] of given) {
        vectors.set(id, { embedder, contentHash: entries.get(id)?.row.content_hash, vector: vector.slice() })
      }
    },
    dropViews(ids) {
      for (const id of ids) {
        noteChange(id)
        views.delete(id)
      }
    },
  }
}

const LETTERS = /^[a-z]+$/

const bestFirst = inOrder<{ readonly id: EntryId; readonly score: number }>(
  reversed(by(({ score }) => score, byNumber)),
  by(({ id }) => id, byText),
)

const pairOrder = inOrder<NearPair>(
  by((pair) => pair.a, byText),
  by((pair) => pair.b, byText),
)

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  if (b === undefined) return 0
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
}

function pairKey({ a, b }: NearPair): string {
  return `${a} ${b}`
}

function matchesQuery(
  { entry, row }: Stored,
  query: EntryQuery,
  isHidden: (id: EntryId) => boolean,
): boolean {
  if (query.visibility !== 'all' && isHidden(entry.id) !== (query.visibility === 'hidden')) return false
  if (query.scopes !== undefined && !query.scopes.includes(entry.scope)) return false
  if (query.category !== undefined && entry.category !== query.category) return false
  if (query.type !== undefined && entry.type !== query.type) return false
  if (query.pinned === true && entry.pinned !== true) return false
  if (query.tag !== undefined && !entry.tags.includes(query.tag)) return false
  if (query.assertedBefore !== undefined && row.at >= query.assertedBefore) return false
  if (query.assertedSince !== undefined && row.at < query.assertedSince) return false
  if (query.ids !== undefined && !query.ids.includes(entry.id)) return false
  return !(query.exclude?.includes(entry.id) ?? false)
}

function sorted(stored: readonly Stored[], order: Order<Stored> = SORTS.id): Stored[] {
  return [...stored].sort(
    inOrder(
      order,
      by(({ entry }) => entry.id, byText),
    ),
  )
}
