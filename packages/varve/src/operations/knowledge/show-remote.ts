import { compositeOf, type LearningStatus, recordHeader, recordLine, recurrenceOf } from '@varve/core'
import type { ProjectedEntry } from '@varve/core/sync'
import type { OperationContext } from '../context.ts'
import { counted } from '../counted.ts'
import type { OperationResult } from '../operation.ts'
import { withTeam } from '../team/with-team.ts'
import { standingOf } from './standing.ts'

export interface RemoteRequest {
  readonly branch: string | undefined
  readonly allBranches: boolean
  readonly status: LearningStatus | 'all'
}

/** What the team's server shows to who asks it: its projection, and nothing of this replica. */
export function showRemote(
  context: OperationContext,
  { branch = context.place.branch ?? undefined, allBranches, status }: RemoteRequest,
): Promise<OperationResult> {
  return withTeam(context, async (server) => {
    const carrier = await server.carrier()
    const head = await carrier.head()
    const rows = (await carrier.projection()).filter(
      (row) =>
        (status === 'all' || row.status === status) &&
        (allBranches || row.scope === 'project' || row.branch === branch),
    )
    return {
      json: {
        branch: branch ?? null,
        as_of_seq: head,
        unpushed: standingOf(context.reading())?.unpushed ?? 0,
        remote: rows.map((row) => ({ ...row, score: scoreOf(row) })),
        issues: [],
      },
      human:
        rows.length === 0
          ? `Nothing there that is ${status}\n`
          : rows.map((row) => `- ${row.content} (${asText(row)})\n`).join(''),
      records: `${[
        recordHeader('knowledge.show', { shown: rows.length, head }),
        ...rows.map((row) =>
          recordLine('N', [row.id, row.status, { quoted: row.content }], { score: scoreOf(row) }),
        ),
      ].join('\n')}\n`,
    }
  })
}

function asText(row: ProjectedEntry): string {
  const where = row.scope === 'feature' ? `, ${row.branch}` : ''
  return `${scoreOf(row).toFixed(2)}, ${counted(row.recurrence_count, 'session')}${where}`
}

/** Computed here as there: a stated score counts nowhere. */
function scoreOf({ recurrence_count, impact_score, specificity_score }: ProjectedEntry): number {
  return compositeOf(
    10 * recurrenceOf(recurrence_count) + Math.round(10 * impact_score) + Math.round(10 * specificity_score),
  )
}
