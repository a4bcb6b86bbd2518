import type { SessionId, StoredMessage } from '../../domain/session.ts'
import type { StoreReader } from '../../ports/store.ts'

/** Before a person has said something, a host may have said more than a little. */
const FIRST_MESSAGES = 24

/** What a person said first in a session; undefined where nobody did at its beginning. */
export function firstAsked(reader: StoreReader, session: SessionId): string | undefined {
  for (const message of reader.sessionMessages(session, { limit: FIRST_MESSAGES })) {
    const said = saidBy(message)
    if (said !== undefined) return said
  }
  return undefined
}

/** What a person wrote; what an agent's host put in their place is none of it. */
export function saidBy({ role, human, parts }: StoredMessage): string | undefined {
  if (role !== 'user' || human !== true) return undefined
  const text = parts
    .filter(({ kind }) => kind === 'text')
    .map((part) => part.text)
    .join('\n')
    .trim()
  return text === '' ? undefined : text
}
