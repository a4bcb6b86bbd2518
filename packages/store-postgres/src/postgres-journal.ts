import { type JournalRecord, VarveError } from '@varve/core'
import {
  type CarriedRecord,
  countErased,
  type NumberedRecord,
  PAGE_BYTES,
  PAGE_RECORDS,
  type ProjectedEntry,
  type ProjectionChange,
  type TeamJournal,
} from '@varve/core/sync'
import type { Connection } from './connection.ts'
import { HeadMoved } from './server-error.ts'
import { fromPlan, toAppended, toPlan } from './wire.ts'

interface JournalRow {
  readonly seq: string
  readonly plan_id: string
  readonly author: string
  /** JSON. */
  readonly plan: string
  readonly sha256: string
}

/** The team's journal in PostgreSQL, as one member may see it. `server` tells one server from another: a replica's place in one journal is no place in the next. */
export function createPostgresJournal(connection: Connection, project: string, server: string): TeamJournal {
  async function head(): Promise<number> {
    const [row] = await connection.rows<{ head: string }>('select head from varve.project where id = $1', [
      project,
    ])
    // A policy hides what it doesn't allow: no row is all that an outsider learns.
    if (row === undefined) throw notAMember(connection.place)
    return Number(row.head)
  }

  async function page(after: number): Promise<readonly CarriedRecord[]> {
    return (await connection.rows<JournalRow>(PAGE, [project, after, PAGE_RECORDS, PAGE_BYTES])).map(
      carriedRecord,
    )
  }

  async function append(expected: number, records: readonly JournalRecord[], change: ProjectionChange) {
    try {
      const head = await connection.call<string>('append', [
        project,
        expected,
        JSON.stringify(records.map(toAppended)),
        JSON.stringify(change.rows),
        [...change.gone],
      ])
      return Number(head)
    } catch (error) {
      if (error instanceof HeadMoved) return undefined
      throw error
    }
  }

  async function erase(records: readonly NumberedRecord[]): Promise<boolean> {
    const [owner] = await connection.rows<{ is: boolean }>(`select varve.has_role($1, 'owner') as is`, [
      project,
    ])
    const ours = new Map(records.map(({ record }) => [record.id as string, record]))
    const there = await connection.rows<ErasableRow>(LESS_ERASED, [
      project,
      [...ours.keys()],
      [...ours.values()].map(countErased),
    ])
    const due = there.flatMap(({ id, packed }) => {
      const record = ours.get(id)
      const isDue = packed === null || countErased(fromPlan(JSON.parse(packed))) < countErased(record)
      return record !== undefined && isDue ? [record] : []
    })
    if (owner?.is !== true) return due.length === 0
    for (const record of due) {
      await connection.call('purge', [project, record.id, JSON.stringify(toPlan(record))])
    }
    return true
  }

  return {
    remote: `pg:${server}`,
    shown: connection.place,
    head,
    page,
    append,
    erase,
    projection: (after) =>
      connection.rows<ProjectedEntry>(PROJECTION, [project, after ?? null, PROJECTION_ROWS, PAGE_BYTES]),
    close: () => connection.close(),
  }
}

// As text, whose length is what a page weighs; the first one comes whatever it weighs.
const PAGE = `
with page as materialized (
  select seq, plan_id, author, plan::text as plan, sha256 from varve.journal
  where project_id = $1 and seq > $2 order by seq limit $3)
select seq, plan_id, author, plan, sha256 from (
  select page.*, sum(octet_length(plan)) over (order by seq) - octet_length(plan) as before, row_number() over (order by seq) as nth
  from page) weighed
where nth = 1 or before + octet_length(plan) <= $4 order by seq`

// A record is erased entry by entry: what is erased further here is due there, and never the other way round.
// It is found by its id: under the number that it had, a server that was put back may have another one. Of a
// packed one SQL can't tell what is erased.
const LESS_ERASED = `
select plan_id as id, case when plan ? 'packed' then plan::text end as packed
from varve.journal join unnest($2::text[], $3::int[]) as ours (plan_id, erased) using (plan_id)
where project_id = $1
  and jsonb_array_length(jsonb_path_query_array(plan, '$.operations[*] ? (@.op == "erased")')) < ours.erased
order by seq`

interface ErasableRow {
  readonly id: string
  /** JSON, of a packed record alone. */
  readonly packed: string | null
}

const PROJECTION_ROWS = 5000

// As JavaScript prints times and numbers, so that rows can be compared.
const PROJECTION = `
select id, branch, scope, content, status, recurrence_count, impact_score::float8 as impact_score,
  specificity_score::float8 as specificity_score,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from (
  select page.*, sum(octet_length(content)) over (order by id) as until, row_number() over (order by id) as nth from (
    select * from varve.memory_entries where project_id = $1 and ($2::text is null or id > $2) order by id limit $3) page) weighed
where nth = 1 or until <= $4 order by id`

function carriedRecord({ seq, plan_id, author, plan, sha256 }: JournalRow): CarriedRecord {
  return { at: Number(seq), author, id: plan_id, digest: sha256, value: fromPlan(JSON.parse(plan)) }
}

function notAMember(place: string): VarveError {
  return new VarveError('team_refused', `${place} knows no such project, or doesn't let you in`, {
    fix: ['varve team create <name>', 'varve team member add <you>'],
  })
}
