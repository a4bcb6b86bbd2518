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
