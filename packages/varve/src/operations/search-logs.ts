import { formatDate, formatInstant, recordHeader, recordLine } from '@varve/core'
import { type FoundMessage, searchSessions } from '@varve/core/sessions'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import type { OperationResult } from './operation.ts'
import { shortSessionId } from './session/session-json.ts'

const DEFAULT_LIMIT = 20

interface Asked {
  readonly text: readonly string[]
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** What was said in sessions that are not older than `memory.dailyRetentionDays`. */
export function searchLogs(
  { text, limit = DEFAULT_LIMIT, offset = 0 }: Asked,
  context: OperationContext,
): OperationResult {
  const query = text.join(' ')
  const days = context.config.memory.dailyRetentionDays
  const found = [...searchSessions(context.reading(), context.clock.now(), query, days)]
  const shown = found.slice(offset, limit === 0 ? undefined : offset + limit)
  return {
    json: { query, total: found.length, logs: shown.map(foundJson) },
    human: [...shown.flatMap(foundLines), counted(found.length, 'message')]
      .map((line) => `${line}\n`)
      .join(''),
    records: [
      recordHeader('search.logs', { results: shown.length, total: found.length }),
      ...shown.map(record),
    ]
      .map((line) => `${line}\n`)
      .join(''),
  }
}

function foundJson({ session, message, context }: FoundMessage) {
  const { id, role, at } = message
  return {
    session: session.id,
    agent: session.agent,
    message: id,
    role,
    at: at === undefined ? null : formatInstant(at),
    match_context: context,
  }
}

function foundLines({ session, message, context }: FoundMessage): readonly string[] {
  const date = formatDate(message.at ?? session.last_event_at)
  return [`${shortSessionId(session.id)}  ${date}  ${message.role}  (${message.id})`, `  ${context}`]
}

function record({ session, message, context }: FoundMessage): string {
  return recordLine('D', [message.id, message.role, { quoted: context }], { session: session.id })
}
