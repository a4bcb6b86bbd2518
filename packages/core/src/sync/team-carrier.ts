import { VarveError } from '../domain/errors.ts'
import { byText } from '../domain/order.ts'
import type { Carrier, CarrierPage, ProjectedEntry } from '../ports/carrier.ts'
import type { StoreReader } from '../ports/store.ts'
import type { TeamJournal } from '../ports/team-server.ts'

/** A team's journal as a carrier, which believes of a server only what its numbers bear out. */
export function createTeamCarrier(journal: TeamJournal): Carrier {
  const { remote, shown } = journal

  async function* incoming(reader: StoreReader): AsyncIterable<CarrierPage> {
    const end = await journal.head()
    let cursor = reader.remote(remote)?.cursor ?? 0
    if (cursor > end) throw wentBack(shown, cursor, end)
    while (cursor < end) {
      const records = await journal.page(cursor)
      // Numbers have no gap: what is missing wasn't sent, and is no sign that it was taken away.
      const isWhole = records.every(({ at }, index) => at === cursor + index + 1)
      if (records.length === 0 || !isWhole) throw incomplete(shown, cursor, end)
      cursor += records.length
      yield { records, issues: [], cursor }
    }
  }

  async function projection(): Promise<readonly ProjectedEntry[]> {
    const rows: ProjectedEntry[] = []
    for (let page = await journal.projection(undefined); page.length > 0; ) {
      rows.push(...page)
      page = await journal.projection(page.at(-1)?.id)
    }
    return rows.sort((a, b) => byText(a.id, b.id))
  }

  return {
    remote,
    shown,
    isNumbered: true,
    head: () => journal.head(),
    incoming,
    outgoing: (reader) => reader.uncarried(remote),
    append: (expected, records, change) => journal.append(expected, records, change),
    projection,
    erase: (records) => journal.erase(records),
    close: () => journal.close(),
  }
}

function incomplete(shown: string, cursor: number, head: number): VarveError {
  return new VarveError(
    'team_unreachable',
    `${shown} has ${head} records and sent others than those after ${cursor}; nothing was taken away here`,
    { fix: ['varve knowledge pull', 'varve doctor --team'] },
  )
}

function wentBack(shown: string, cursor: number, head: number): VarveError {
  return new VarveError(
    'team_unreachable',
    `${shown} has ${head} records, and ${cursor} were read from it before: it was put back to an earlier state`,
    { fix: ['varve knowledge sync --full'] },
  )
}
