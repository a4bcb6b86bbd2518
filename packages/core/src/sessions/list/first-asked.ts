import type { SessionId, StoredMessage } from '../../domain/session.ts'
import { parseSlashCommand, type SlashCommand } from '../../fidelity/host/slash-command.ts'
import type { StoreReader } from '../../ports/store.ts'

/** Before a person has said something, a host may have said more than a little. */
const FIRST_MESSAGES = 24

/**
 * What a person asked first in a session: what they wrote, or typed behind a command. A bare command says little,
 * and stands where nothing else was said at the beginning; undefined where nothing was.
 */
export function firstAsked(reader: StoreReader, session: SessionId): string | undefined {
  let bare: string | undefined
  for (const message of reader.sessionMessages(session, { limit: FIRST_MESSAGES })) {
    const said = saidBy(message)
    if (said !== undefined) return said
    const command = commandIn(message)
    if (command?.isBare === false) return command.typed
    bare ??= command?.typed
  }
  return bare
}

/** What a person wrote; what an agent's host put in their place is none of it. */
export function saidBy(message: StoredMessage): string | undefined {
  if (message.role !== 'user' || message.human !== true) return undefined
  return textOf(message) || undefined
}

function commandIn(message: StoredMessage): SlashCommand | undefined {
  return message.role === 'user' ? parseSlashCommand(textOf(message)) : undefined
}

function textOf({ parts }: StoredMessage): string {
  return parts
    .filter(({ kind }) => kind === 'text')
    .map((part) => part.text)
    .join('\n')
    .trim()
}
