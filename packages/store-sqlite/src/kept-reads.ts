import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'

/** Who reads more at once walks through all, and nothing of it is kept. */
export const READ_MAX = 300

export interface Keeping<Value> {
  /** So many are kept: what was read longest ago goes first. */
  readonly most: number
  /** Each must stay small. */
  mayKeep?(value: Value): boolean
}

/**
 * What was read of rows, by the ids of entries, kept until what they say may be another: a server that is
 * asked again and again reads the same ones.
 */
export class KeptReads<Id extends string, Value> {
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #keeping: Keeping<Value>
  readonly #kept = new Map<Id | string, Value>()

  constructor(connection: Connection, watch: ChangeWatch, keeping: Keeping<Value>) {
    this.#connection = connection
    this.#watch = watch
    this.#keeping = keeping
    watch.listen((ids) => {
      if (ids === undefined) this.#kept.clear()
      else for (const id of ids) this.#kept.delete(id)
    })
  }

  /** The values of those ids that have one, in the order of the ids. */
  of(
    ids: readonly Id[],
    read: (missing: readonly Id[]) => ReadonlyMap<Id, Value>,
  ): readonly NonNullable<Value>[] {
    // What a transaction sees of its own may be rolled back.
    if (this.#connection.isWriting || ids.length > READ_MAX) return valuesOf(ids, read(ids))
    this.#watch.look()
    const missing = ids.filter((id) => !this.#kept.has(id))
    if (missing.length === 0) return valuesOf(ids, this.#kept)
    const fresh = read(missing)
    const values = ids.flatMap((id) => this.#kept.get(id) ?? fresh.get(id) ?? [])
    const { mayKeep } = this.#keeping
    for (const [id, value] of fresh) if (mayKeep?.(value) ?? true) this.#kept.set(id, value)
    this.#forgetOldest()
    return values
  }

  #forgetOldest(): void {
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= this.#keeping.most) return
      this.#kept.delete(id)
    }
  }
}

function valuesOf<Id, Value>(
  ids: readonly Id[],
  values: ReadonlyMap<Id, Value>,
): readonly NonNullable<Value>[] {
  return ids.flatMap((id) => values.get(id) ?? [])
}
