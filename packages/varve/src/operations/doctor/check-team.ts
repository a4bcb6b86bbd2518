import { clockOf, type Issue, type RecordId } from '@varve/core'
import {
  auditJournal,
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
  const audit = await auditJournal(await server.journal(), context.scratch(), context.clock.now())
  const { remote, shown: place } = carrier
  return [
    ...audit.issues,
    ...listWaiting(context.reading(), carrier).issues,
    ...standingIssues(context, { remote, place, facts, audit }),
  ]
}

interface TeamStanding {
  readonly remote: string
  readonly place: string
  readonly facts: TeamFacts
  readonly audit: JournalAudit
}

/** What this replica knows of the server, against what is there. */
function standingIssues(context: OperationContext, standing: TeamStanding): readonly Issue[] {
  const { remote, place, facts, audit } = standing
  const store = context.reading()
  const ids = store.records({}).map(({ id }) => id)
  const carried = store.carriedAt(remote, ids)
  const lost = ids.filter((id) => (carried.get(id) ?? 0) > 0 && !audit.erased.has(id))
  const issues: Issue[] = []
  if (lost.length > 0 || (store.remote(remote)?.cursor ?? 0) > audit.head) issues.push(wentBack(place, lost))
  const pending = ids.filter((id) => {
    const there = audit.erased.get(id)
    return there !== undefined && there < erasedIn(context, id)
  })
  if (pending.length > 0) issues.push(purgePending(pending, place))
  const waiting = countWaiting(store, remote)
  if (waiting === 0) return issues
  const role = facts.members.find(({ user }) => user === facts.user)?.role
  if (role === 'reader') issues.push(readerWaits(place, facts.user ?? '', waiting))
  const [oldest] = store.uncarried(remote)
  const days = oldest === undefined ? 0 : Math.floor((context.clock.now() - clockOf(oldest).wall) / DAY_MS)
  if (days >= 1) issues.push(waitsLong(place, waiting, days))
  return issues
}

function erasedIn(context: OperationContext, id: RecordId): number {
  return (
    context
      .reading()
      .record(id)
      ?.operations.filter(({ op }) => op === 'erased').length ?? 0
  )
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
