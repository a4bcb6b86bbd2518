import type { EntryId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import type { Carrier, ProjectedEntry, ProjectionChange } from '../ports/carrier.ts'
import type { Moment, StoreReader } from '../ports/store.ts'
import { projectAll, projectEntry } from './project-entry.ts'

/** From so many changes on, it costs less to ask what is there already. */
const MANY = 2000

export const NO_CHANGE: ProjectionChange = { rows: [], gone: [] }

/**
 * What has to change in a carrier's projection since it was as this replica would make it; where that can't
 * be told any more, what is otherwise there. `withheld` is of records that the carrier doesn't get: its
 * journal says nothing of them. A row too many is no harm.
 */
export async function projectionChange(
  reader: StoreReader,
  carrier: Carrier,
  since: Moment | undefined,
  withheld: ReadonlySet<EntryId>,
): Promise<ProjectionChange> {
  if (!carrier.isNumbered) return NO_CHANGE
  const changed = since === undefined ? undefined : reader.changedSince(since)
  const change =
    changed === undefined || changed.length > MANY
      ? projectionDifference(projectAll(reader), await carrier.projection())
      : changesOf(reader, changed)
  return {
    rows: change.rows.filter(({ id }) => !withheld.has(id)),
    gone: change.gone.filter((id) => !withheld.has(id)),
  }
}

/** What makes of the rows that are there the rows that should be. */
export function projectionDifference(
  due: readonly ProjectedEntry[],
  there: readonly ProjectedEntry[],
): ProjectionChange {
  const known = new Map(there.map((row) => [row.id, canonicalJson(row)]))
  const rows = due.filter((row) => known.get(row.id) !== canonicalJson(row))
  const wanted = new Set(due.map(({ id }) => id))
  return { rows, gone: [...known.keys()].filter((id) => !wanted.has(id)) }
}

function changesOf(reader: StoreReader, changed: readonly EntryId[]): ProjectionChange {
  const rows: ProjectedEntry[] = []
  const gone: EntryId[] = []
  for (const id of changed) {
    const row = projectEntry(reader, id)
    if (row === undefined) gone.push(id)
    else rows.push(row)
  }
  return { rows, gone }
}

export function isEmptyChange({ rows, gone }: ProjectionChange): boolean {
  return rows.length === 0 && gone.length === 0
}
