/** No short id is shorter. */
export const SHORTEST_ID = 8

/**
 * The shortest prefix of at least eight characters that no other id shares, or the whole id.
 * `isUnique` answers for one prefix, so that a large store needs no list of its ids.
 */
export function shortId(id: string, isUnique: (prefix: string) => boolean): string {
  let least = Math.min(SHORTEST_ID, id.length)
  let most = id.length
  if (least === most || isUnique(id.slice(0, least))) return id.slice(0, least)
  least++
  // A prefix of a prefix is never more unique, so half of the lengths drop out each time.
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (isUnique(id.slice(0, middle))) most = middle
    else least = middle + 1
  }
  return id.slice(0, most)
}

/**
 * `shortId` of each of some ids among many. `sharedOf` answers for all prefixes of a round at once: which of
 * them more than one id has.
 */
export function shortIdsAmong<Id extends string>(
  ids: readonly Id[],
  sharedOf: (prefixes: readonly string[]) => ReadonlySet<string>,
): ReadonlyMap<Id, string> {
  const least = (id: string) => Math.min(SHORTEST_ID, id.length)
  const first = sharedOf(ids.map((id) => id.slice(0, least(id))))
  // Of each id, the lengths between which its answer lies.
  const ranges = new Map(
    ids.map((id) => {
      const length = least(id)
      const isTold = length === id.length || !first.has(id.slice(0, length))
      return [id, isTold ? { least: length, most: length } : { least: length + 1, most: id.length }]
    }),
  )
  for (;;) {
    const open = [...ranges].filter(([, { least, most }]) => least < most)
    if (open.length === 0) return new Map([...ranges].map(([id, { most }]) => [id, id.slice(0, most)]))
    const asked = open.map(([id, { least, most }]) => ({
      id,
      middle: Math.floor((least + most) / 2),
      most,
      least,
    }))
    const shared = sharedOf(asked.map(({ id, middle }) => id.slice(0, middle)))
    for (const { id, middle, most, least } of asked) {
      const isShared = shared.has(id.slice(0, middle))
      ranges.set(id, isShared ? { least: middle + 1, most } : { least, most: middle })
    }
  }
}

/** `shortId` of each of the ids, given in text order and each once. */
export function shortIds(sorted: readonly string[]): ReadonlyMap<string, string> {
  return new Map(sorted.map((id, place) => [id, sharedShortId(id, sorted[place - 1], sorted[place + 1])]))
}

/** `shortId` of an id among others, of which only those next to it in text order can share a prefix with it. */
export function sharedShortId(id: string, before: string | undefined, after: string | undefined): string {
  return id.slice(0, Math.max(SHORTEST_ID, sharedLength(id, before) + 1, sharedLength(id, after) + 1))
}

function sharedLength(a: string, b: string | undefined): number {
  if (b === undefined) return 0
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
