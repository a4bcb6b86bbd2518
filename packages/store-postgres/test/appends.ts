import type { JournalRecord } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import type { Connection } from '../src/connection.ts'
import { toAppended } from '../src/wire.ts'

/** Records of a project, each by another client so that ids differ. */
export function record(project: string, n: number, client = 0xaa, text = `Text ${n}`): JournalRecord {
  return buildRecord(n, [buildAdd(`e${n}-${client}`, text)], {
    project,
    clock: { client: client.toString(16).padStart(16, '0') },
  })
}

/** A row of the projection. */
export function row(id: string, rest: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    branch: null,
    scope: 'project',
    content: `Text of ${id}.`,
    status: 'promoted',
    recurrence_count: 4,
    impact_score: 7,
    specificity_score: 7,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...rest,
  }
}

export async function append(
  connection: Connection,
  project: string,
  expected: number,
  records: readonly JournalRecord[],
  rows: readonly object[] = [],
  gone: readonly string[] = [],
): Promise<number> {
  const [answer] = await connection.rows<{ head: string }>(
    'select varve.append($1, $2, $3::jsonb, $4::jsonb, $5::text[]) as head',
    [project, expected, JSON.stringify(records.map(toAppended)), JSON.stringify(rows), [...gone]],
  )
  return Number(answer?.head)
}
