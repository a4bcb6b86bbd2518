import { byText, type ChangeReads, type EntryId, type Moment, sortedUnique } from '@varve/core'
import type { Connection } from './connection.ts'

/** More changes than this aren't listed: whoever kept something makes it afresh about as quickly. */
const MOST_CHANGES = 4096

interface ChangePoint {
  readonly n: number
  readonly head: string
}

/** What changed since when: a short list, cut off at its old end. */
export function changeReads(connection: Connection): ChangeReads {
  return {
    moment() {
      const { n, head } = lastPoint(connection)
      return `${n} ${head}` as Moment
    },
    changedSince(moment) {
      const [n = '', head = ''] = moment.split(' ')
      // The newest record tells a store that was put back from a copy from the one that went on.
      const known = connection.get('SELECT 1 FROM changes WHERE n = ? AND head = ? LIMIT 1', Number(n), head)
      if (known === undefined) return undefined
      return connection
        .all<{ entry: EntryId }>("SELECT DISTINCT entry FROM changes WHERE n > ? AND entry <> ''", Number(n))
        .map(({ entry }) => entry)
        .sort(byText)
    },
  }
}

/** Gathers what one transaction changes, and lists it before the commit. */
export class ChangeLog {
  readonly #connection: Connection
  readonly #ids = new Set<EntryId>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  note(id: EntryId): void {
    if (this.#ids.size <= MOST_CHANGES) this.#ids.add(id)
  }

  flush(head: string): void {
    if (this.#ids.size === 0) return
    const n = lastPoint(this.#connection).n + 1
    const listed =
      this.#connection.get<{ count: number }>('SELECT count(*) AS count FROM changes')?.count ?? 0
    if (listed + this.#ids.size > MOST_CHANGES) {
      this.#connection.run('DELETE FROM changes')
      // An empty entry marks where the list begins.
      this.#ids.clear()
      this.#ids.add('' as EntryId)
    }
    for (const id of sortedUnique(this.#ids)) {
      this.#connection.run('INSERT INTO changes (n, head, entry) VALUES (?, ?, ?)', n, head, id)
    }
  }
}

function lastPoint(connection: Connection): ChangePoint {
  return (
    connection.get<ChangePoint>('SELECT n, head FROM changes ORDER BY n DESC LIMIT 1') ?? { n: 0, head: '' }
  )
}
