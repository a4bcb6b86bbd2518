/** The entries that have a word, by number, and how often it stands in the fields of each. */
export interface WordList {
  /** Ascending. */
  readonly numbers: Uint32Array
  /** Of each: a number of times for each field, side by side in 32 bits; with a sign, so that each is a small integer to V8. */
  readonly times: Int32Array
}

/** Where each field's number of times lies. `extras` is a set: there a word stands once. */
const FIELDS = {
  body: { shift: 0, most: 0xffff },
  title: { shift: 16, most: 0x7f },
  tags: { shift: 23, most: 0xff },
  extras: { shift: 31, most: 1 },
} as const

export type ListField = keyof typeof FIELDS

export type FieldTimes = Readonly<Record<ListField, number>>

export function timesIn(times: number, field: ListField): number {
  const { shift, most } = FIELDS[field]
  return (times >>> shift) & most
}

/** Undefined where a word stands more often than there is room to say. */
export function packTimes(times: FieldTimes): number | undefined {
  let packed = 0
  for (const field of LIST_FIELDS) {
    const { shift, most } = FIELDS[field]
    if (times[field] > most) return undefined
    packed |= times[field] << shift
  }
  return packed
}

/** In the order in which `occurrence` numbers them. */
export const LIST_FIELDS = ['title', 'body', 'tags', 'extras'] as const satisfies readonly ListField[]

/**
 * A list from all places where a word stands, in the order of the entries: each the number of an entry and of
 * a field, as `entry · 4 + field`.
 */
export function listOf(occurrences: readonly number[]): WordList | undefined {
  const numbers = new Uint32Array(occurrences.length)
  const times = new Int32Array(occurrences.length)
  let length = 0
  for (let at = 0; at < occurrences.length; ) {
    const n = Math.floor((occurrences[at] ?? 0) / 4)
    const here = { title: 0, body: 0, tags: 0, extras: 0 }
    for (; Math.floor((occurrences[at] ?? -1) / 4) === n; at++) {
      here[LIST_FIELDS[(occurrences[at] ?? 0) % 4] ?? 'body'] += 1
    }
    const packed = packTimes(here)
    if (packed === undefined) return undefined
    numbers[length] = n
    times[length] = packed
    length += 1
  }
  return { numbers: numbers.slice(0, length), times: times.slice(0, length) }
}

/** The list with another number of times for one entry; 0 where it no longer has the word. */
export function withTimes({ numbers, times }: WordList, n: number, packed: number): WordList {
  const at = placeOf(numbers, n)
  const isThere = numbers[at] === n
  if (!isThere && packed === 0) return { numbers, times }
  const end = isThere ? at + 1 : at
  const has = packed !== 0
  const size = numbers.length + (has ? 1 : 0) - (isThere ? 1 : 0)
  return {
    numbers: joined(new Uint32Array(size), numbers, at, has ? [n] : [], end),
    times: joined(new Int32Array(size), times, at, has ? [packed] : [], end),
  }
}

/** How often the word stands in the fields of an entry, packed; 0 where it doesn't. */
export function timesOf({ numbers, times }: WordList, n: number): number {
  const at = placeOf(numbers, n)
  return numbers[at] === n ? (times[at] ?? 0) : 0
}

/** The words of titles and tags alone. */
export function namedOf({ numbers, times }: WordList): WordList {
  const extent = FIELDS.title.most << FIELDS.title.shift
  const mask = extent | (FIELDS.tags.most << FIELDS.tags.shift)
  const places = [...numbers.keys()].filter((at) => ((times[at] ?? 0) & mask) !== 0)
  return {
    numbers: Uint32Array.from(places, (at) => numbers[at] ?? 0),
    times: Int32Array.from(places, (at) => (times[at] ?? 0) & mask),
  }
}

/** Where a number stands, or would. */
function placeOf(numbers: Uint32Array, n: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}

/** `values` with `own` in place of those from `start` to `end`, in an array that has just room for them. */
function joined<Numbers extends Uint32Array | Int32Array>(
  all: Numbers,
  values: Numbers,
  start: number,
  own: readonly number[],
  end: number,
): Numbers {
  all.set(values.subarray(0, start))
  all.set(own, start)
  all.set(values.subarray(end), start + own.length)
  return all
}
