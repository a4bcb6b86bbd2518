import { clockOf, type Issue, type RecordId, type StoreReader } from '@varve/core'
import {
  auditJournal,
  type Carrier,
  countErased,
  countWaiting,
  type JournalAudit,
  listWaiting,
  purgePending,
  type TeamFacts,
  type TeamServer,
} from '@varve/core/sync'
import type { OperationContext } from '../context.ts'
import { counted } from '../counted.ts'
import { memberIssues } from '../team/member-issues.ts'
import { withTeam } from '../team/with-team.ts'
import { failureIssue } from './run-check.ts'

const DAY_MS = 86_400_000

/** What is wrong between this replica and its team's server, with who is let in there, and with its journal. */
export function checkTeam(context: OperationContext): Promise<readonly Issue[]> {
  return told(() =>
    withTeam(context, async (server) => [
      ...(await told(() => memberIssues(server.administration))),
      ...(await told(() => journalIssues(context, server))),
    ]),
  )
}

/** What keeps a check from its end is a finding too, and no reason to leave the others out. */
async function told(check: () => Promise<readonly Issue[]>): Promise<readonly Issue[]> {
  try {
    return await check()
  } catch (thrown) {
    return [failureIssue(thrown)]
  }
}

async function journalIssues(context: OperationContext, server: TeamServer): Promise<readonly Issue[]> {
  const carrier = await server.carrier()
  const facts = await server.administration.facts()
  // Before the journal is read: what a sync beside this takes or gives meanwhile is not in that reading.
  const known = knownOf(context.reading(), carrier.remote)
  const audit = await auditJournal(await server.journal(), context.scratch(), context.clock.now())
  return [
    ...audit.issues,
    ...listWaiting(context.reading(), carrier).issues,
    ...exchangedIssues(carrier.shown, known, audit),
    ...waitingIssues(context, carrier, facts),
  ]
}

/** What a replica knows of a server, and of its own records. */
interface Known {
  readonly cursor: number
  /** Records that the server has, or had. */
  readonly carried: readonly RecordId[]
  /** Of each record here, how often text was erased from it. */
  readonly erased: ReadonlyMap<RecordId, number>
}

function knownOf(store: StoreReader, remote: string): Known {
  const ids = store.records({}).map(({ id }) => id)
  const at = store.carriedAt(remote, ids)
  return {
    cursor: store.remote(remote)?.cursor ?? 0,
    carried: ids.filter((id) => (at.get(id) ?? 0) > 0),
    erased: new Map(ids.map((id) => [id, countErased(store.record(id))])),
  }
}

/** What this replica knows of the server, against what is there. */
function exchangedIssues(
  place: string,
  { cursor, carried, erased }: Known,
  audit: JournalAudit,
): readonly Issue[] {
  const lost = carried.filter((id) => !audit.erased.has(id))
  const pending = [...erased].flatMap(([id, here]) => ((audit.erased.get(id) ?? here) < here ? [id] : []))
  return [
    ...(lost.length > 0 || cursor > audit.head ? [wentBack(place, lost)] : []),
    ...(pending.length > 0 ? [purgePending(pending, place)] : []),
  ]
}

/** What can't be sent, or wasn't for long. */
function waitingIssues(
  context: OperationContext,
  { remote, shown: place }: Carrier,
  facts: TeamFacts,
): readonly Issue[] {
  const store = context.reading()
  const waiting = countWaiting(store, remote)
  if (waiting === 0) return []
  const issues: Issue[] = []
  const role = facts.members.find(({ user }) => user === facts.user)?.role
  if (role === 'reader') issues.push(readerWaits(place, facts.user ?? '', waiting))
  const [oldest] = store.uncarried(remote)
  const days = oldest === undefined ? 0 : Math.floor((context.clock.now() - clockOf(oldest).wall) / DAY_MS)
  if (days >= 1) issues.push(waitsLong(place, waiting, days))
  return issues
}

function wentBack(place: string, lost: readonly RecordId[]): Issue {
  return {
    code: 'team_went_back',
    severity: 'error',
    subjects: lost,
    message: `${place} was put back to an earlier state: ${counted(lost.length, 'record')} that it had from here, or gave, it has no more`,
    fix: ['varve knowledge sync --full'],
  }
}

function readerWaits(place: string, user: string, waiting: number): Issue {
  return {
    code: 'team_reader_waiting',
    severity: 'warning',
    subjects: [user],
    message: `${user} may only read on ${place}, and ${counted(waiting, 'record')} of this machine can't be sent`,
    fix: [`varve team member add ${user} --role writer`],
  }
}

function waitsLong(place: string, waiting: number, days: number): Issue {
  return {
    code: 'team_waiting',
    severity: 'warning',
    subjects: [],
    message: `${counted(waiting, 'record')} of this machine wait to be sent to ${place}, the oldest for ${counted(days, 'day')}`,
    fix: ['varve knowledge sync'],
  }
}
