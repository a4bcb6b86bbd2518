import { isPurge, recordHeader, type Session, type StoreReader, VarveError } from '@varve/core'
import { listSessions } from '@varve/core/sessions'
import type { OperationContext } from './context.ts'
import { flag, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'
import { layAside } from './session/lay-aside.ts'
import { shortSessionId } from './session/session-json.ts'

const DAYS = /^(\d+)d$/
const DAY_MS = 24 * 60 * 60 * 1000

/** `varve session prune`: old sessions leave lists and searches; with `--purge` their texts are erased. */
export const sessionPrune = defineOperation({
  name: 'session prune',
  summary: 'Lay old sessions aside',
  effect: 'erases',
  fields: {
    olderThan: text('Those with nothing new for so many days', { value: '30d' }),
    session: text('This one, however old it is: its id, or the start of it', { value: 'id' }),
    expired: flag('Those that are older than session.ttlDays'),
    purge: flag('Erase what was said in them, for good; what is known of them stays'),
    yes: flag('Erase without asking'),
    dryRun: flag('Say which, and do nothing'),
  },
  examples: ['varve session prune --older-than 90d --dry-run', 'varve session prune --expired'],
  async run({ olderThan, session, expired, purge, yes, dryRun }, context) {
    const found =
      session === undefined
        ? listOld(context, daysOf(olderThan, expired, context), purge)
        : listNamed(context, session, purge)
    if (purge && !dryRun && found.length > 0 && !yes) await confirmPurge(context, found.length)
    const ids = found.map(({ id }) => id)
    const record = dryRun || ids.length === 0 ? undefined : layAside(context, ids, purge)
    return {
      json: { sessions: ids, purged: purge && !dryRun, dry_run: dryRun, plan_id: record ?? null },
      human: `${[
        `${dryRun ? 'Would lay aside' : purge ? 'Erased' : 'Laid aside'} ${ids.length} sessions`,
        ...ids.map((id) => `  ${shortSessionId(id)}`),
        ...(record !== undefined && !purge ? ['varve undo brings them back'] : []),
      ].join('\n')}\n`,
      records: `${recordHeader('session.prune', { sessions: ids.length, purged: purge && !dryRun, dry_run: dryRun })}\n`,
    }
  },
})

function daysOf(
  olderThan: string | undefined,
  expired: boolean,
  context: OperationContext,
): number | undefined {
  if (expired && olderThan === undefined) return context.config.session.ttlDays || undefined
  const days = DAYS.exec(olderThan ?? '')?.[1]
  if (days !== undefined && !expired) return Number(days)
  throw new VarveError('usage', 'session prune needs --older-than <n>d, --expired or --session <id>', {
    fix: [sessionPrune.examples[0]],
  })
}

function listNamed(context: OperationContext, typed: string, purge: boolean): readonly Session[] {
  const reader = context.reading()
  const session = findSession(reader, typed)
  return purge && isErased(reader, session.id) ? [] : [session]
}

function listOld(context: OperationContext, days: number | undefined, purge: boolean): readonly Session[] {
  if (days === undefined) return []
  const now = context.clock.now()
  const reader = context.reading()
  return listSessions(reader, now, { archived: purge })
    .filter(({ session, status }) => status !== 'open' && session.last_event_at <= now - days * DAY_MS)
    .map(({ session }) => session)
    .filter(({ id }) => !(purge && isErased(reader, id)))
}

/** Nothing of it is left to erase. One that was going to be, when the run was killed, still has its texts. */
function isErased(reader: StoreReader, id: string): boolean {
  const value = reader.sessionMark(id, 'archive', '') ?? null
  if (!isPurge({ mark: 'archive', value })) return false
  const [left] = reader.sessionMessages(id, { limit: 1 })
  return left === undefined
}

async function confirmPurge(context: OperationContext, count: number): Promise<void> {
  if (await context.confirm(`Erase what was said in ${count} sessions, for good?`)) return
  throw new VarveError('usage', 'nothing was erased: not confirmed', {
    fix: ['varve session prune --older-than 90d --purge --yes'],
  })
}
