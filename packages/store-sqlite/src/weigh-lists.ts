import { timesIn, type WordList } from './word-list.ts'

/** What is asked of lists: entries that have a word of every group. */
export interface ListQuery {
  readonly groups: readonly (readonly WordList[])[]
  /** How much a word tells that so many entries have. */
  rarityOf(count: number): number
  /** Words of an entry, in all its fields: their mean, and those of one. */
  readonly meanLength: number
  lengthOf(n: number): number
}

export interface WeighedEntry {
  readonly n: number
  readonly weight: number
}

/**
 * The latest `most` entries that match, each with its weight: what FTS5 says of them, without asking it.
 * By number, the latest first.
 */
export function weighLists(query: ListQuery, most: number): readonly WeighedEntry[] {
  const groups = query.groups.map((lists) => lists.map((list) => new Cursor(list)))
  const cursors = groups.flat()
  const rarity = cursors.map(({ length }) => query.rarityOf(length))
  const found: WeighedEntry[] = []
  for (let n = latestOf(groups, latestOfAll(cursors)); n !== undefined; n = latestOf(groups, n - 1)) {
    found.push({ n, weight: weightOf(cursors, rarity, n, query.lengthOf(n) / query.meanLength) })
    if (found.length >= most) break
  }
  return found
}

/** Where to begin: a number larger than all would be no small integer to V8, and the walk is compiled twice. */
function latestOfAll(cursors: readonly Cursor[]): number {
  return cursors.reduce((latest, cursor) => Math.max(latest, cursor.latest), NONE)
}

/** The latest entry, not later than `bound`, that every group has. */
function latestOf(groups: readonly (readonly Cursor[])[], bound: number): number | undefined {
  for (let sought = bound; ; ) {
    let least = sought
    // By places: it is walked a thousand times a search, and an iterator makes an object at each step.
    for (let at = 0; at < groups.length; at++) {
      const most = latestIn(groups[at] ?? [], least)
      if (most === NONE) return undefined
      least = most
    }
    if (least === sought) return sought
    sought = least
  }
}

/** The latest entry of any of these lists that is not later than `n`. */
function latestIn(group: readonly Cursor[], n: number): number {
  let most = NONE
  for (let at = 0; at < group.length; at++) most = Math.max(most, group[at]?.seek(n) ?? NONE)
  return most
}

// Okapi BM25 as FTS5 has it, step by step, so that not even the last bit differs:
// https://sqlite.org/fts5.html#the_bm25_function
const K1 = 1.2
const B = 0.75
const WEIGHTS = { title: 4, body: 1, tags: 2, extras: 1 } as const

function weightOf(
  cursors: readonly Cursor[],
  rarity: readonly number[],
  n: number,
  relativeLength: number,
): number {
  let weight = 0
  for (let at = 0; at < cursors.length; at++) {
    const frequency = cursors[at]?.frequencyIn(n) ?? 0
    if (frequency === 0) continue
    const share = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * relativeLength))
    weight += (rarity[at] ?? 0) * share
  }
  return weight
}

const NONE = -1

/** A place in a list; it only ever moves to earlier entries. */
class Cursor {
  readonly #list: WordList
  #at: number

  constructor(list: WordList) {
    this.#list = list
    this.#at = list.numbers.length - 1
  }

  get length(): number {
    return this.#list.numbers.length
  }

  get latest(): number {
    return this.#list.numbers.at(-1) ?? NONE
  }

  /** The latest entry of the list that is not later than `n`. */
  seek(n: number): number {
    const { numbers } = this.#list
    // In ever longer steps, then back between the last two.
    let high = this.#at
    let step = 1
    while (high >= 0 && (numbers[high] ?? 0) > n) {
      this.#at = high - 1
      high -= step
      step *= 2
    }
    let low = Math.max(high, NONE)
    while (low < this.#at) {
      const middle = Math.ceil((low + this.#at) / 2)
      if ((numbers[middle] ?? 0) > n) this.#at = middle - 1
      else low = middle
    }
    return numbers[this.#at] ?? NONE
  }

  /** How often the word stands in an entry that was sought, weighed by fields. */
  frequencyIn(n: number): number {
    const { numbers, times } = this.#list
    if (numbers[this.#at] !== n) return 0
    const here = times[this.#at] ?? 0
    return (
      WEIGHTS.title * timesIn(here, 'title') +
      WEIGHTS.body * timesIn(here, 'body') +
      WEIGHTS.tags * timesIn(here, 'tags') +
      WEIGHTS.extras * timesIn(here, 'extras')
    )
  }
}
