import type { EntryId, Instant, Scope } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'

/** What ranks an entry beside its words. */
export interface EntryRank {
  readonly n: number
  readonly id: EntryId
  readonly scope: Scope
  readonly isHead: boolean
  readonly updated: Instant
  readonly value: number | undefined
}

type RankRow = readonly [
  n: number,
  id: EntryId,
  scope: Scope,
  hidden: 0 | 1,
  updated: Instant,
  value: number | null,
]

/** Some megabytes; beyond them all is read anew. */
const KEPT_MAX = 30_000
/** Of no more entries than this all are read at once: that takes as long as a few searches. */
const ALL_MAX = 12_000

// All rows cross as one text, the quickest way.
const READ = `SELECT json_group_array(json_array(n, id, scope, hidden, updated, value)) AS ranks FROM entries`

/** What ranks entries, kept while they don't change. */
export class KeptRanks {
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #countEntries: () => number
  readonly #byNumber = new Map<number, EntryRank>()
  readonly #byId = new Map<EntryId, EntryRank>()

  constructor(connection: Connection, watch: ChangeWatch, countEntries: () => number) {
    this.#connection = connection
    this.#watch = watch
    this.#countEntries = countEntries
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
    const isAll = this.#byNumber.size === 0 && this.#countEntries() <= ALL_MAX
    const row = isAll
      ? this.#connection.get<{ ranks: string }>(READ)
      : this.#connection.get<{ ranks: string }>(
          `${READ} WHERE n IN (SELECT value FROM json_each(?))`,
          JSON.stringify(numbers),
        )
    for (const [n, id, scope, hidden, updated, value] of parseRows(row?.ranks)) {
      const rank = { n, id, scope, isHead: hidden === 0, updated, value: value ?? undefined }
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

function parseRows(text = '[]'): readonly RankRow[] {
  return JSON.parse(text) as readonly RankRow[]
}
