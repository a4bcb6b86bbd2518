import type { Connection } from './connection.ts'

/** So many are kept: what was read longest ago goes first. */
export const KEPT_MAX = 300

/**
 * What was read of rows, by key, kept until what they say may be another: a server that is asked again and
 * again reads the same ones. Each must stay small: `mayKeep` says which do.
 */
export class KeptReads<Key, Value> {
  readonly #connection: Connection
  readonly #mayKeep: (value: Value) => boolean
  readonly #kept = new Map<Key, Value>()
  #state = ''

  constructor(connection: Connection, mayKeep: (value: Value) => boolean = () => true) {
    this.#connection = connection
    this.#mayKeep = mayKeep
  }

  /** The values of those keys that have one, in the order of the keys. */
  of(
    keys: readonly Key[],
    read: (missing: readonly Key[]) => ReadonlyMap<Key, Value>,
  ): readonly NonNullable<Value>[] {
    // What a transaction sees of its own may be rolled back; who reads more than is kept walks through all.
    if (this.#connection.isWriting || keys.length > KEPT_MAX) return valuesOf(keys, read(keys))
    this.#forgetOld()
    const missing = keys.filter((key) => !this.#kept.has(key))
    if (missing.length === 0) return valuesOf(keys, this.#kept)
    const fresh = read(missing)
    const values = keys.flatMap((key) => this.#kept.get(key) ?? fresh.get(key) ?? [])
    for (const [key, value] of fresh) if (this.#mayKeep(value)) this.#kept.set(key, value)
    this.#forgetMost()
    return values
  }

  #forgetOld(): void {
    const state = this.#connection.contentState()
    if (state === this.#state) return
    this.#state = state
    this.#kept.clear()
  }

  #forgetMost(): void {
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) return
      this.#kept.delete(key)
    }
  }
}

function valuesOf<Key, Value>(
  keys: readonly Key[],
  values: ReadonlyMap<Key, Value>,
): readonly NonNullable<Value>[] {
  return keys.flatMap((key) => values.get(key) ?? [])
}
