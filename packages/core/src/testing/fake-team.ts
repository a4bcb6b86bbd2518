import type { EntryId, RecordId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { JournalRecord } from '../domain/record.ts'
import type { CarriedRecord, Carrier, NumberedRecord, ProjectedEntry } from '../ports/carrier.ts'
import type { TeamJournal } from '../ports/team-server.ts'
import { createTeamCarrier } from '../sync/team-carrier.ts'

/** What may go wrong with one call to a team's server. */
export type CallFault =
  /** The call never arrived. */
  | 'cut'
  /** It was done, and the answer never arrived. */
  | 'unanswered'
  /** Somebody else was first. */
  | 'moved'

/** A team's server in this process: numbers without a gap, a projection, and faults on request. */
export class FakeTeam {
  readonly name: string
  readonly journal: CarriedRecord[] = []
  readonly rows = new Map<EntryId, ProjectedEntry>()
  /** Numbers of records whose text was erased. */
  readonly erased = new Set<number>()
  readonly #pageSize: number

  constructor(name = 'fake', pageSize = 500) {
    this.name = name
    this.#pageSize = pageSize
  }

  /** As one member reaches it; `fault` is asked before each call. */
  carrier(author: string, fault?: () => CallFault | undefined, isOwner?: boolean): Carrier {
    return createTeamCarrier(this.calls(author, fault, isOwner))
  }

  /** The same in single calls, which a carrier is made of. */
  calls(author: string, fault: () => CallFault | undefined = () => undefined, isOwner = true): TeamJournal {
    const { journal, rows, erased, name: remote } = this
    const pageSize = this.#pageSize
    const call = <T>(work: () => T): T => {
      const found = fault()
      if (found === 'cut') throw new Error('cut')
      const answer = work()
      if (found === 'unanswered') throw new Error('unanswered')
      return answer
    }
    return {
      remote,
      shown: remote,
      page: async (after) => call(() => journal.slice(after, after + pageSize)),
      head: async () => journal.length,
      async append(expected, records, { rows: put, gone }) {
        if (fault() === 'moved' || journal.length !== expected) return undefined
        return call(() => {
          for (const record of records) journal.push(carried(journal.length + 1, author, record))
          for (const id of gone) rows.delete(id)
          for (const row of put) rows.set(row.id, row)
          return journal.length
        })
      },
      async projection(after) {
        const all = [...rows.values()].sort((a, b) => byText(a.id, b.id))
        return all.filter(({ id }) => after === undefined || byText(id, after) > 0).slice(0, pageSize)
      },
      async erase(records) {
        if (isOwner) for (const each of records) replace(journal, erased, each)
        return isOwner
      },
      async close() {},
    }
  }

  /** The ids of the records, in the order of their numbers. */
  ids(): readonly RecordId[] {
    return this.journal.map(({ id }) => id as RecordId)
  }
}

function carried(at: number, author: string, record: JournalRecord): CarriedRecord {
  // What goes over a wire shares nothing with who sent it.
  return { at, author, id: record.id, digest: record.hash, value: JSON.parse(JSON.stringify(record)) }
}

function replace(journal: CarriedRecord[], erased: Set<number>, { record }: NumberedRecord): void {
  const index = journal.findIndex(({ id }) => id === record.id)
  const there = journal[index]
  if (there === undefined) return
  journal[index] = { ...there, value: JSON.parse(JSON.stringify(record)) }
  erased.add(index + 1)
}
