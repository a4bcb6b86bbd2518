import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Durability, VarveError } from '@varve/core'
import { HolderNote } from './holder-note.ts'
import { loadSqlite } from './load-sqlite.ts'
import { sleep } from './sleep.ts'
import { sqliteFailure } from './sqlite-failure.ts'

export interface ConnectionOptions {
  readonly busyTimeoutMs: number
  readonly readOnly: boolean
}

// An import of any size fits; memory is only taken as pages are used.
const WRITER_CACHE_KIB = 32_768
/** What a server reads again and again: SQLite's own two megabytes are gone through by a few searches. */
const READER_CACHE_KIB = 16_384
// The log is cut back to this once its pages are in the file.
const LOG_LIMIT_BYTES = 16 * 2 ** 20
const LONGEST_PAUSE_MS = 4
const WRITES = 'SELECT data_version AS others, total_changes() AS own FROM pragma_data_version'

/**
 * An open database: statements prepared once each when first asked for, errors of SQLite as errors
 * of Varve, and one write transaction at a time.
 */
export class Connection {
  readonly path: string
  readonly note: HolderNote
  readonly #database: DatabaseSync
  readonly #busyTimeoutMs: number
  readonly #statements = {
    objects: new Map<string, StatementSync>(),
    tuples: new Map<string, StatementSync>(),
    writes: new Map<string, StatementSync>(),
  }
  #isWriting = false
  #isInSnapshot = false
  /** In a snapshot, once it was asked for: nothing changes in one. */
  #snapshotState: string | undefined
  #isTunedForWriting = false
  /** How many rows were written of what says nothing of entries. */
  #besides = 0

  constructor(path: string, options: ConnectionOptions, location: string | URL = path) {
    this.path = path
    this.note = new HolderNote(path)
    this.#busyTimeoutMs = options.busyTimeoutMs
    this.#database = new (loadSqlite().DatabaseSync)(location, {
      timeout: options.busyTimeoutMs,
      readOnly: options.readOnly,
      enableForeignKeyConstraints: false,
    })
  }

  /** The first row. `Row` says what the statement selects. */
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#attempt(() => this.#statement(sql).get(...values) as Row | undefined)
  }

  /** All rows, read to the end: no statement stays open between two calls. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#attempt(() => this.#statement(sql).all(...values) as Row[])
  }

  /** As `all`, each row a tuple in the order of the columns, which costs half as much. `Row` says what they hold. */
  tuples<Row extends readonly unknown[]>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#attempt(() => this.#statement(sql, 'tuples').all(...values) as unknown as Row[])
  }

  /** The numbers of a statement that selects one column `n`, in its order; they cross as one text, the quickest way. */
  numbers(sql: string, ...values: readonly SQLInputValue[]): readonly number[] {
    const row = this.get<{ readonly numbers: string }>(
      `SELECT json_group_array(n) AS numbers FROM (${sql})`,
      ...values,
    )
    return JSON.parse(row?.numbers ?? '[]') as readonly number[]
  }

  /** Writes; gives back how many rows changed. Only inside `transact`. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    this.#mustBeWriting()
    return this.#attempt(() => Number(this.#statement(sql, 'writes').run(...values).changes))
  }

  /** Inserts; gives back the row's number. Only inside `transact`. */
  insert(sql: string, ...values: readonly SQLInputValue[]): number {
    this.#mustBeWriting()
    return this.#attempt(() => Number(this.#statement(sql, 'writes').run(...values).lastInsertRowid))
  }

  exec(sql: string): void {
    this.#attempt(() => this.#database.exec(sql))
  }

  /**
   * Runs `work` between BEGIN IMMEDIATE and COMMIT. Immediate, because a transaction that reads first
   * and asks for the write lock later fails as busy whatever the timeout.
   */
  transact<T>(label: string, work: () => T, durability: Durability = 'kept'): T {
    if (this.#isWriting) {
      throw new VarveError('internal', `${label} began a transaction inside a transaction`)
    }
    if (this.#isInSnapshot) throw new VarveError('internal', `${label} began a transaction inside a snapshot`)
    this.#tuneForWriting()
    if (durability === 'derived') this.#loosen()
    this.#begin()
    this.#isWriting = true
    try {
      this.note.write(label)
      const result = work()
      this.exec('COMMIT')
      this.note.committed()
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    } finally {
      this.#isWriting = false
    }
  }

  /**
   * Writes what may as well be lost: never waits, and does nothing where another process writes or this
   * one may not. NORMAL: it isn't waited for until it lies on the disk. No note is left of it: what is
   * made from a store must not depend on such writes, nor does `contentState` change with them.
   */
  transactAtOnce(work: () => void): void {
    if (this.#isWriting || this.#isInSnapshot) return
    const before = this.#writes().own
    try {
      this.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
      this.#isWriting = true
      work()
      this.exec('COMMIT')
    } catch {
      this.#rollBack()
    } finally {
      this.#isWriting = false
      this.#isTunedForWriting = false
      this.#besides += this.#writes().own - before
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`)
    }
  }

  /** Is another whenever anything that may be read of the entries may be: by whoever it was written. */
  contentState(): string {
    if (!this.#isInSnapshot) return this.#readState()
    this.#snapshotState ??= this.#readState()
    return this.#snapshotState
  }

  #readState(): string {
    const { others, own } = this.#writes()
    return `${others} ${own - this.#besides} ${this.#isWriting}`
  }

  #writes(): { readonly others: number; readonly own: number } {
    return this.get(WRITES) ?? { others: 0, own: 0 }
  }

  /** Runs `work` on the store as it is now, whatever other processes write meanwhile; it can't write. */
  snapshot<T>(work: () => T): T {
    if (this.#isWriting || this.#isInSnapshot) return work()
    this.exec('BEGIN')
    this.#isInSnapshot = true
    try {
      return work()
    } finally {
      this.#isInSnapshot = false
      this.#snapshotState = undefined
      this.exec('COMMIT')
    }
  }

  /** For a process that goes on reading. Memory is only taken as pages are read. */
  tuneForReading(): void {
    if (!this.#isTunedForWriting) this.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`)
  }

  /** Whether a transaction of this connection is open. */
  get isWriting(): boolean {
    return this.#isWriting
  }

  /** Whether this process may write at all. SQLite itself says so only to a statement that writes. */
  isWritable(): boolean {
    this.exec('PRAGMA busy_timeout = 0')
    try {
      this.exec('DELETE FROM meta WHERE 0')
      return true
    } catch (error) {
      if (!VarveError.isInstance(error) || (error.code !== 'busy' && error.code !== 'read_only')) throw error
      return error.code === 'busy'
    } finally {
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`)
    }
  }

  close(): void {
    for (const statements of Object.values(this.#statements)) statements.clear()
    this.note.close()
    if (this.#database.isOpen) this.#database.close()
  }

  /**
   * Asks for the write lock often and at odd moments. SQLite's own waiting asks ever more seldom, so
   * that among many writers one may not get its turn before the time is up.
   */
  #begin(): void {
    const deadline = performance.now() + this.#busyTimeoutMs
    this.exec('PRAGMA busy_timeout = 0')
    try {
      while (!this.#hasBegun(performance.now() < deadline)) sleep(1 + Math.random() * LONGEST_PAUSE_MS)
    } finally {
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`)
    }
  }

  #hasBegun(mayWait: boolean): boolean {
    try {
      this.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (mayWait && VarveError.isInstance(error) && error.code === 'busy') return false
      throw error
    }
  }

  /** NORMAL, until the next transaction: its commit isn't waited for until it lies on the disk. */
  #loosen(): void {
    this.exec('PRAGMA synchronous = NORMAL')
    this.#isTunedForWriting = false
  }

  #tuneForWriting(): void {
    if (this.#isTunedForWriting) return
    // FULL: a commit is acknowledged when the log is on the disk, so power loss takes nothing back.
    this.exec(`PRAGMA synchronous = FULL; PRAGMA cache_size = -${WRITER_CACHE_KIB};
      PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES}`)
    this.#isTunedForWriting = true
  }

  /** SQLite itself rolls back on some errors, a full disk among them; then there is nothing left to do. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
  }

  #mustBeWriting(): void {
    if (!this.#isWriting) throw new VarveError('internal', 'a store is written inside a transaction only')
  }

  /** A statement gives rows of one form only, so that no caller finds those of another. */
  #statement(sql: string, form: 'objects' | 'tuples' | 'writes' = 'objects'): StatementSync {
    const statements = this.#statements[form]
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      if (form === 'tuples') statement.setReturnArrays(true)
      // Full-text search leaves numbers of its own beyond 2^53 as those of the last row, at which Node 26 throws.
      if (form === 'writes') statement.setReadBigInts(true)
      statements.set(sql, statement)
    }
    return statement
  }

  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw sqliteFailure(error, this.path, () => this.note.describe())
    }
  }
}
