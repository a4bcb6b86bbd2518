const MINIMUM = 8

/**
 * The shortest prefix of at least eight characters that no other id shares, or the whole id.
 * `isUnique` answers for one prefix, so that a large store needs no list of its ids.
 */
export function shortId(id: string, isUnique: (prefix: string) => boolean): string {
  let least = Math.min(MINIMUM, id.length)
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
  return new Map(sorted.map((id, place) => [id, shortIdAt(sorted, place)]))
}

/** `shortId` of the id at a place among all ids in text order: only neighbours can share a prefix. */
export function shortIdAt(sorted: readonly string[], place: number): string {
  const id = sorted[place] ?? ''
  const before = sharedLength(id, sorted[place - 1])
  const after = sharedLength(id, sorted[place + 1])
  return id.slice(0, Math.max(MINIMUM, before + 1, after + 1))
}

function sharedLength(a: string, b: string | undefined): number {
  if (b === undefined) return 0
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
