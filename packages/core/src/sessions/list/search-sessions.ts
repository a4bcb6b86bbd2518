import { dayOf, type Instant } from '../../domain/instant.ts'
import type { Session, StoredMessage } from '../../domain/session.ts'
import type { StoreReader } from '../../ports/store.ts'
import { matchContext } from '../../recall/search/match-context.ts'
import { indexWords } from '../../words/index-words.ts'
import { parseWordQuery } from '../../words/word-query.ts'
import { listSessions } from './filter-sessions.ts'

/** A message that has the words, and where it has them. */
export interface FoundMessage {
  readonly session: Session
  readonly message: StoredMessage
  readonly context: string
}

/**
 * The messages that have every word of a text, of sessions that are neither laid aside, left out nor
 * older than so many days in UTC (0: however old): the newest session first, in the order of each.
 */
export function* searchSessions(
  reader: StoreReader,
  now: Instant,
  text: string,
  retentionDays: number,
): Generator<FoundMessage> {
  const { words } = parseWordQuery(text)
  if (words.length === 0) return
  const wanted = new Set(words)
  for (const { session, status } of listSessions(reader, now)) {
    if (status === 'excluded' || isExpired(session, now, retentionDays)) continue
    for (const message of reader.sessionMessages(session.id)) {
      const content = textOf(message)
      if (hasEvery(content, words)) yield { session, message, context: matchContext({ content }, wanted) }
    }
  }
}

function isExpired({ last_event_at: at }: Session, now: Instant, days: number): boolean {
  return days > 0 && dayOf(now) - dayOf(at) > days
}

/** What was said and done; what a model thought to itself is not looked at. */
function textOf({ parts }: StoredMessage): string {
  return parts
    .filter(({ kind }) => kind !== 'reasoning')
    .map(({ text }) => text)
    .join('\n')
}

function hasEvery(text: string, words: readonly string[]): boolean {
  const { stream, extras } = indexWords(text)
  const said = new Set(stream)
  return words.every((word) => said.has(word) || extras.has(word))
}
