import { type EntryId, type EntryWords, entryWords } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { type EntryBodyRow, parseEntry, SELECT_ENTRY_BODIES } from './entry-body.ts'
import { EntryLengths, parseVarints } from './entry-lengths.ts'
import type { WordCounts } from './word-counts.ts'
import { type FieldTimes, listOf, namedOf, packTimes, type WordList, withTimes } from './word-list.ts'

// FTS5 reads all of a word's list from its pages whenever the word is asked for, and weighs each match by
// walking those lists. A process that is asked again and again keeps the lists instead, as numbers.

/** Who asks more often than this in one process is a server, and is worth the time to read lists for. */
const SEARCHES_MIN = 6
/** Entries of all kept lists together, at eight bytes each. */
const KEPT_MAX = 2_000_000
/** A list of more entries isn't kept. */
const LIST_MAX = 400_000

// Of this connection alone: the file needs no other form for it.
const PLACES = 'CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_places USING fts5vocab(main, search, instance)'
const READ_LIST = `SELECT json_group_array(doc * 4 + CASE col WHEN 'title' THEN 0 WHEN 'body' THEN 1 WHEN 'tags' THEN 2 ELSE 3 END)
  AS occurrences FROM temp.search_places WHERE term = ?`
/** What FTS5 itself knows of all entries; it doesn't take back what a deleted one had. */
const READ_SUMS = 'SELECT hex(block) AS sums FROM search_data WHERE id = 1'

/** How many entries there are, and the number of the latest. */
interface Extent {
  readonly entries: number
  readonly latest: number
}

const READ_EXTENT = `SELECT (SELECT entries FROM search_totals) AS entries,
  (SELECT coalesce(max(n), 0) FROM entries) AS latest`

interface Sums {
  readonly entries: number
  readonly meanLength: number
}

/** The lists of the words that are asked for, kept while a process goes on asking, and mended as entries change. */
export class KeptLists {
  readonly lengths: EntryLengths
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #counts: WordCounts
  readonly #lists = new Map<string, WordList>()
  readonly #named = new WeakMap<WordList, WordList>()
  #size = 0
  /** By numbers of entries that have a word. */
  readonly #rarities = new Map<number, number>()
  #sums: Sums | undefined
  /** Of the state that the lists are of; undefined where there are none. */
  #extent: Extent | undefined
  #searches = 0
  #hasPlaces = false

  constructor(connection: Connection, watch: ChangeWatch, counts: WordCounts) {
    this.#connection = connection
    this.#watch = watch
    this.#counts = counts
    this.lengths = new EntryLengths(connection)
    watch.listen((ids) => this.#mend(ids))
  }

  /** Told of each search; whether lists are kept from now on. */
  noteSearch(): boolean {
    this.#searches += 1
    if (this.#searches === SEARCHES_MIN) this.#connection.tuneForReading()
    return this.#searches > SEARCHES_MIN && this.#counts.isExact && !this.#connection.isWriting
  }

  /** The lists of all of these words, read where they aren't kept; undefined where one is too long. */
  read(words: readonly string[]): readonly WordList[] | undefined {
    this.#watch.look()
    const lists: WordList[] = []
    for (const word of words) {
      const list = this.#lists.get(word) ?? this.#read(word)
      if (list === undefined) return undefined
      lists.push(list)
    }
    this.#forgetOldest()
    return lists
  }

  /** The lists of all of these words, where they are kept. */
  find(words: readonly string[]): readonly WordList[] | undefined {
    if (this.#lists.size === 0 || this.#connection.isWriting) return undefined
    this.#watch.look()
    const lists = words.flatMap((word) => this.#lists.get(word) ?? [])
    return lists.length === words.length ? lists : undefined
  }

  /** The same list of titles and tags alone. */
  named(list: WordList): WordList {
    const named = this.#named.get(list) ?? namedOf(list)
    this.#named.set(list, named)
    return named
  }

  meanLength(): number {
    return this.#knownSums().meanLength
  }

  /** How much a word tells that so many entries have, as FTS5 has it. */
  rarityOf(count: number): number {
    const known = this.#rarities.get(count)
    if (known !== undefined) return known
    const share = (this.#knownSums().entries - count + 0.5) / (count + 0.5)
    // By SQLite itself: the logarithm of JavaScript is another in the last bit now and then.
    const logarithm =
      share > 0 ? (this.#connection.get<{ ln: number }>('SELECT ln(?) AS ln', share)?.ln ?? 0) : 0
    const rarity = logarithm <= 0 ? 1e-6 : logarithm
    this.#rarities.set(count, rarity)
    return rarity
  }

  #knownSums(): Sums {
    this.#sums ??= readSums(this.#connection)
    return this.#sums
  }

  #read(word: string): WordList | undefined {
    const [count = 0] = this.#counts.of([word])
    if (count > LIST_MAX) return undefined
    if (!this.#hasPlaces) this.#connection.exec(PLACES)
    this.#hasPlaces = true
    const row = this.#connection.get<{ occurrences: string }>(READ_LIST, word)
    const list = listOf(JSON.parse(row?.occurrences ?? '[]') as readonly number[])
    if (list === undefined) return undefined
    this.#extent ??= readExtent(this.#connection)
    this.#keep(word, list)
    return list
  }

  #keep(word: string, list: WordList): void {
    this.#size += list.numbers.length - (this.#lists.get(word)?.numbers.length ?? 0)
    this.#lists.set(word, list)
  }

  #forgetOldest(): void {
    for (const [word, list] of this.#lists) {
      if (this.#size <= KEPT_MAX) return
      this.#lists.delete(word)
      this.#size -= list.numbers.length
    }
  }

  #mend(ids: readonly EntryId[] | undefined): void {
    this.#sums = undefined
    this.#rarities.clear()
    const before = this.#extent
    const changed = before && ids && readChanged(this.#connection, ids)
    if (before && changed && this.#follow(before, changed)) return
    this.#lists.clear()
    this.#size = 0
    this.#extent = undefined
    this.lengths.clear()
  }

  /** False where the lists can't follow what changed. */
  #follow(before: Extent, changed: readonly ChangedEntry[]): boolean {
    // One that was dropped and put again has another number, and stands in the lists under the old one too.
    const added = changed.filter(({ n }) => n > before.latest).length
    const now = readExtent(this.#connection)
    if (now.entries !== before.entries + added) return false
    this.#extent = now
    return changed.every((entry) => this.#replace(entry))
  }

  /** False where what an entry has doesn't fit into a list. */
  #replace({ n, words }: ChangedEntry): boolean {
    const all = [words.title, words.body, words.tags]
    const extras = new Set(all.flatMap((field) => [...field.extras]))
    const [title = 0, body = 0, tags = 0] = all.map(({ stream }) => stream.length)
    this.lengths.set(n, { title, body, all: title + body + tags + extras.size })
    const times = timesByWord(words, extras)
    for (const [word, list] of this.#lists) {
      const here = times.get(word)
      const packed = here === undefined ? 0 : packTimes(here)
      if (packed === undefined) return false
      this.#keep(word, withTimes(list, n, packed))
    }
    return true
  }
}

interface ChangedEntry {
  readonly n: number
  readonly words: EntryWords
}

/** Undefined where one is gone, or can't be read: what it had is not known. */
function readChanged(connection: Connection, ids: readonly EntryId[]): readonly ChangedEntry[] | undefined {
  if (ids.length === 0) return []
  const rows = connection.tuples<EntryBodyRow>(
    `${SELECT_ENTRY_BODIES} WHERE entries.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const changed = rows.flatMap((row) => {
    const entry = parseEntry(row)
    return entry === undefined ? [] : [{ n: row[0], words: entryWords(entry) }]
  })
  return changed.length === ids.length ? changed : undefined
}

function timesByWord(
  { title, body, tags }: EntryWords,
  extras: ReadonlySet<string>,
): ReadonlyMap<string, FieldTimes> {
  const times = new Map<string, { -readonly [Field in keyof FieldTimes]: number }>()
  const add = (field: keyof FieldTimes, words: Iterable<string>) => {
    for (const word of words) {
      const here = times.get(word) ?? { title: 0, body: 0, tags: 0, extras: 0 }
      here[field] += 1
      times.set(word, here)
    }
  }
  add('title', title.stream)
  add('body', body.stream)
  add('tags', tags.stream)
  add('extras', extras)
  return times
}

function readExtent(connection: Connection): Extent {
  return connection.get<Extent>(READ_EXTENT) ?? { entries: 0, latest: 0 }
}

function readSums(connection: Connection): Sums {
  const row = connection.get<{ sums: string }>(READ_SUMS)
  const [entries = 0, ...columns] = parseVarints(row?.sums ?? '')
  const words = columns.reduce((sum, length) => sum + length, 0)
  return { entries, meanLength: entries === 0 ? 1 : words / entries }
}
