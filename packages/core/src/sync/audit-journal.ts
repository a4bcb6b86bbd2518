import type { RecordId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Issue } from '../domain/issue.ts'
import type { CarrierPage } from '../ports/carrier.ts'
import type { Store } from '../ports/store.ts'
import type { TeamJournal } from '../ports/team-server.ts'
import { countErased } from './count-erased.ts'
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
 * its numbers, its records, and a projection that isn't what they fold to. What others append meanwhile
 * is no fault: it lies behind the head that was read first, and is left out.
 */
export async function auditJournal(journal: TeamJournal, empty: Store, now: Instant): Promise<JournalAudit> {
  const head = await journal.head()
  const issues: Issue[] = []
  const erased = new Map<RecordId, number>()
  let last = 0

  async function* incoming(): AsyncIterable<CarrierPage> {
    while (last <= head) {
      const page = await journal.page(last)
      if (page.length === 0) return
      for (const { at, id, value } of page) {
        const number = Number(at)
        if (number !== last + 1) issues.push(gap(journal.shown, last + 1, number - 1))
        last = number
        erased.set(id as RecordId, countErased(value))
      }
      yield { records: page.filter(({ at }) => Number(at) <= head), issues: [], cursor: Math.min(last, head) }
    }
  }

  const carrier = { ...createTeamCarrier(journal), incoming }
  const pulled = await pullRecords(empty, carrier, { now })
  issues.push(...pulled.issues)
  if (pulled.issues.some(({ code }) => code === 'upgrade_required')) {
    for await (const _page of incoming()) {
      // It ends what can be folded, and not what is there: the rest is counted.
    }
    return { head, erased, issues }
  }
  // An append moves the head together with its records: only one that stays behind them is wrong.
  const later = last > head ? await journal.head() : head
  if (last < head || later < last) issues.push(headDiffers(journal.shown, later, last))
  if (last <= head) {
    const there = await carrier.projection()
    if ((await journal.head()) === head) issues.push(...drift(carrier.shown, empty, there))
  }
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
    message: `${shown} says that it has ${head} records, and ${last > head ? `has a record ${last}` : `the last is ${last}`}`,
    detail: { head, last },
    // The last number as it is then: a number of now would take back what is appended until then.
    fix: [
      `update varve.project p set head = (select coalesce(max(seq), 0) from varve.journal where project_id = p.id) where id = '<project>';`,
    ],
  }
}
