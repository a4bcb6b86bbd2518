import type { EntryId, Moment } from '@varve/core'
import { changeReads } from './changes.ts'
import type { Connection } from './connection.ts'

/** Told which entries may be others by now; undefined where it can't be told: then any may. */
export type Forget = (ids: readonly EntryId[] | undefined) => void

/** So many changed entries are told one by one. */
const TOLD_MAX = 100

/** Tells what keeps something of the entries which of them changed: by whoever they were written. */
export class ChangeWatch {
  readonly #connection: Connection
  readonly #listeners: Forget[] = []
  #state = ''
  #moment: Moment | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  listen(forget: Forget): void {
    this.#listeners.push(forget)
  }

  /** Before anything kept is used. What others write meanwhile is told at the next look, some of it twice. */
  look(): void {
    const state = this.#connection.contentState()
    if (state === this.#state) return
    this.#state = state
    const before = this.#moment
    const { moment, changedSince } = changeReads(this.#connection)
    this.#moment = moment()
    const changed = before === undefined ? undefined : changedSince(before)
    const told = changed !== undefined && changed.length <= TOLD_MAX ? changed : undefined
    for (const forget of this.#listeners) forget(told)
  }
}
