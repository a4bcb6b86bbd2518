import { resolve } from 'node:path'
import { type Message, type RequestFormat, repairMessages, requestOf } from '@varve/core/fidelity'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { FittedSession } from './fitted-session.ts'

/** Writes what would have been sent for the call that is looked at, as a whole that a provider takes. Secrets are masked, as in all that is written. */
export function writeRequest(
  cwd: string,
  target: string,
  format: RequestFormat,
  { transcript, settings, window }: FittedSession,
): void {
  const masked = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, text: settings.redact(part.text) })),
  })
  const request = requestOf(format, repairMessages(window.view.messages).map(masked), transcript.model)
  writeFileAtomically(resolve(cwd, target), `${JSON.stringify(request, null, 2)}\n`)
}
