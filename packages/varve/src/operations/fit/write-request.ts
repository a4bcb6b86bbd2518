import { resolve } from 'node:path'
import { type JsonObject, type Redactor, withoutUndefined } from '@varve/core'
import { type Message, type Part, type RequestFormat, repairMessages, requestOf } from '@varve/core/fidelity'
import { MessageRedactor } from '@varve/core/sessions'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { FittedSession } from './fitted-session.ts'

export interface RequestTarget {
  readonly cwd: string
  readonly path: string
  readonly format: RequestFormat
}

/**
 * Writes what would have been sent for the call that is looked at, as a whole that a provider takes. Secrets
 * are masked as in a captured session: in arguments value by value, and whole files of them.
 */
export function writeRequest(
  { cwd, path, format }: RequestTarget,
  { transcript, window }: FittedSession,
  redactor: Redactor,
): void {
  const masker = new MessageRedactor(redactor)
  const masked = repairMessages(window.view.messages).map((message) => maskMessage(message, masker))
  const request = requestOf(format, masked, transcript.model)
  writeFileAtomically(resolve(cwd, path), `${JSON.stringify(request, null, 2)}\n`)
}

function maskMessage(message: Message, masker: MessageRedactor): Message {
  const { parts } = masker.redact({ id: '', role: message.role, parts: message.parts.map(sessionPart) })
  return {
    ...message,
    parts: message.parts.map((part, index) => {
      const { text = '', args } = parts[index] ?? {}
      return { ...part, text: args === undefined ? text : JSON.stringify(args) }
    }),
  }
}

function sessionPart({ kind, text, tool, callId }: Part) {
  const args = kind === 'tool_call' ? parseObject(text) : undefined
  return { kind, text, ...withoutUndefined({ tool, call_id: callId, args }) }
}

/** Arguments as they are sent: what was left out of them is not in them. */
function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}
