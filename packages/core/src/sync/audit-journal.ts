import type { RecordId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import type { CarriedRecord, CarrierPage } from '../ports/carrier.ts'
import type { Store } from '../ports/store.ts'
import type { TeamJournal } from '../ports/team-server.ts'
import { projectAll } from './project-entry.ts'
import { projectionDifference } from './projection-change.ts'
import { pullRecords } from './pull-records.ts'
import { createTeamCarrier } from './team-carrier.ts'

export interface JournalAudit {
  readonly head: number
  /** Of every record that is there, how often text was erased from it. */
  readonly erased: ReadonlyMap<RecordId, number>
  readonly issues: readonly Issue[]
}

/**
 * Reads all of a team's journal into an empty store, gaps and all, and tells of what is wrong with it:
 * its numbers, its records, and a projection that isn't what they fold to.
 */
export async function auditJournal(journal: TeamJournal, empty: Store, now: Instant): Promise<JournalAudit> {
  const head = await journal.head()
  const issues: Issue[] = []
  const erased = new Map<RecordId, number>()
  let last = 0

  async function* incoming(): AsyncIterable<CarrierPage> {
    for (let page = await journal.page(0); page.length > 0; page = await journal.page(last)) {
      for (const { at, id, value } of page) {
        const number = Number(at)
        if (number !== last + 1) issues.push(gap(journal.shown, last + 1, number - 1))
        last = number
        erased.set(id as RecordId, erasedIn(value))
      }
      yield { records: page, issues: [], cursor: last }
    }
  }

  const carrier = { ...createTeamCarrier(journal), incoming }
  const pulled = await pullRecords(empty, carrier, { now })
  issues.push(...pulled.issues)
  const isRead = !pulled.issues.some(({ code }) => code === 'upgrade_required')
  if (isRead && last !== head) issues.push(headDiffers(journal.shown, head, last))
  if (isRead) issues.push(...(await drift(carrier.shown, empty, await carrier.projection())))
  return { head, erased, issues }
}

function drift(
  shown: string,
  folded: Store,
  there: Parameters<typeof projectionDifference>[1],
): readonly Issue[] {
  const { rows, gone } = projectionDifference(projectAll(folded), there)
  const subjects = [...rows.map(({ id }) => id), ...gone]
  if (subjects.length === 0) return []
  return [
    {
      code: 'projection_drift',
      severity: 'warning',
      subjects,
      message: `${subjects.length} rows of memory_entries on ${shown} aren't what its journal says`,
      fix: ['varve knowledge sync --full'],
    },
  ]
}

function erasedIn(value: CarriedRecord['value']): number {
  const operations: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'operations') : undefined
  if (!Array.isArray(operations)) return 0
  return operations.filter(
    (each: unknown) => typeof each === 'object' && each !== null && Reflect.get(each, 'op') === 'erased',
  ).length
}

function gap(shown: string, from: number, to: number): Issue {
  return {
    code: 'team_journal_gap',
    severity: 'error',
    subjects: from === to ? [String(from)] : [`${from}-${to}`],
    message: `${shown} lacks ${from === to ? `record ${from}` : `records ${from} to ${to}`}: no program takes one away, so the database was changed by hand or restored in part`,
    fix: ['restore the table varve.journal from a backup', 'varve knowledge sync --full'],
  }
}

function headDiffers(shown: string, head: number, last: number): Issue {
  return {
    code: 'team_head_differs',
    severity: 'error',
    subjects: [],
    message: `${shown} says that it has ${head} records, and the last is ${last}`,
    detail: { head, last },
    fix: [`update varve.project set head = ${last} where id = '<project>';`],
  }
}
