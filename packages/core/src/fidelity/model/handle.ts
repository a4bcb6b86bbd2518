import { partHash } from './part-key.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SHORTEST = 6
const BITS_PER_CHARACTER = 5

/** Short names of a session's parts, by which an elided original is read back. */
export class Handles {
  readonly #sessionId: string
  readonly #byKey = new Map<string, string>()
  readonly #byHandle = new Map<string, string>()

  constructor(sessionId: string) {
    this.#sessionId = sessionId
  }

  /** The handle of a part: two characters longer for each shorter one that another part has already. */
  of(key: string): string {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const handle = this.#unused(key, SHORTEST)
    this.#byKey.set(key, handle)
    this.#byHandle.set(handle, key)
    return handle
  }

  /** All handles that were given so far. */
  list(): readonly string[] {
    return [...this.#byHandle.keys()]
  }

  /** The key of the part that has a handle. */
  find(handle: string): string | undefined {
    return this.#byHandle.get(handle)
  }

  #unused(key: string, length: number): string {
    const handle = handleOf(this.#sessionId, key, length)
    return this.#byHandle.has(handle) ? this.#unused(key, length + 2) : handle
  }
}

/** The keys that a handle may stand for: of a session’s parts, those whose hash begins with it. */
export function keysOfHandle(sessionId: string, keys: Iterable<string>, handle: string): readonly string[] {
  return [...new Set(keys)].filter((key) => handleOf(sessionId, key, handle.length) === handle)
}

/** The first characters of the hash of session and part, in Crockford's base 32. */
export function handleOf(sessionId: string, key: string, length = SHORTEST): string {
  const hash = partHash('varve:handle:1', sessionId, key)
  let handle = ''
  for (let bit = 0; handle.length < length; bit += BITS_PER_CHARACTER) {
    const digit = Math.floor(bit / 4)
    // Eight bits hold any five of them that begin in the first digit.
    const byte = Number.parseInt(hash.slice(digit, digit + 2).padEnd(2, '0'), 16)
    handle += ALPHABET.charAt((byte >> (3 - (bit % 4))) & 31)
  }
  return handle
}
