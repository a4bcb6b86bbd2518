import type { EntryId, Instant, Scope } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'

/** What ranks an entry beside its words. */
export interface EntryRank {
  readonly n: number
  readonly id: EntryId
  readonly scope: Scope
  readonly updated: Instant
  readonly value: number | undefined
}

type RankRow = readonly [n: number, id: EntryId, scope: Scope, updated: Instant, value: number | null]

/** Some megabytes; beyond them all is read anew. */
const KEPT_MAX = 30_000

// All rows cross as one text, the quickest way.
const READ = `SELECT json_group_array(json_array(n, id, scope, updated, value)) AS ranks
  FROM entries WHERE n IN (SELECT value FROM json_each(?))`

/** What ranks entries, kept while they don't change. */
export class KeptRanks {
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #byNumber = new Map<number, EntryRank>()
  readonly #byId = new Map<EntryId, EntryRank>()

  constructor(connection: Connection, watch: ChangeWatch) {
    this.#connection = connection
    this.#watch = watch
    watch.listen((ids) => this.#forget(ids))
  }

  /** Of those numbers that are an entry's, in their order. */
  idsOf(numbers: readonly number[]): readonly EntryId[] {
    this.#watch.look()
    if (this.#byNumber.size > KEPT_MAX) this.#forget(undefined)
    const missing = numbers.filter((n) => !this.#byNumber.has(n))
    if (missing.length > 0) this.#read(missing)
    return numbers.flatMap((n) => this.#byNumber.get(n)?.id ?? [])
  }

  /** Undefined where it isn't kept. */
  find(id: EntryId): EntryRank | undefined {
    return this.#byId.get(id)
  }

  #read(numbers: readonly number[]): void {
    const row = this.#connection.get<{ ranks: string }>(READ, JSON.stringify(numbers))
    for (const [n, id, scope, updated, value] of JSON.parse(row?.ranks ?? '[]') as readonly RankRow[]) {
      const rank = { n, id, scope, updated, value: value ?? undefined }
      this.#byNumber.set(n, rank)
      this.#byId.set(id, rank)
    }
  }

  #forget(ids: readonly EntryId[] | undefined): void {
    if (ids === undefined) {
      this.#byNumber.clear()
      this.#byId.clear()
      return
    }
    for (const id of ids) {
      const rank = this.#byId.get(id)
      if (rank === undefined) continue
      this.#byId.delete(id)
      this.#byNumber.delete(rank.n)
    }
  }
}
