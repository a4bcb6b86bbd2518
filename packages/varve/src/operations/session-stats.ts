import { recordHeader } from '@varve/core'
import { listSessions, sessionStats } from '@varve/core/sessions'
import { counted } from './counted.ts'
import { defineOperation } from './operation.ts'

const KIB = 1024

/** `varve session stats`: how many, how large, on which branches. */
export const sessionStatsOperation = defineOperation({
  name: 'session stats',
  summary: 'Count sessions and what they take',
  effect: 'reads',
  fields: {},
  examples: ['varve session stats', 'varve session stats --json'],
  run(_, context) {
    const all = listSessions(context.reading(), context.clock.now(), { archived: true })
    const stats = sessionStats(all.map(({ session }) => session))
    const kib = (bytes: number) => `${Math.ceil(bytes / KIB)} KiB`
    return {
      json: stats,
      human: `${[
        `${counted(stats.total_sessions, 'session')}, ${counted(stats.avg_messages_per_session, 'message')} each`,
        `${kib(stats.total_size_bytes)} kept of ${kib(stats.total_raw_size_bytes)}`,
        ...Object.entries(stats.sessions_by_branch).map(
          ([branch, count]) => `  ${branch}: ${count}, ${kib(stats.size_by_branch[branch] ?? 0)}`,
        ),
      ].join('\n')}\n`,
      records: `${recordHeader('session.stats', { sessions: stats.total_sessions, bytes: stats.total_size_bytes })}\n`,
    }
  },
})
