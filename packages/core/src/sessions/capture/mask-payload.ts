import type { JsonObject } from '../../domain/json.ts'
import type { SessionPart } from '../../domain/session.ts'
import type { Redactor } from '../../redact/create-redactor.ts'
import { MessageRedactor } from './redact-message.ts'

/** What is kept of what a host says of one event; of a person only what they typed. */
const NAMES = ['hook_event_name', 'conversation_id', 'generation_id', 'model', 'tool_name', 'tool_use_id']
const SAID = ['prompt', 'text']
const ASKED = ['command', 'cwd', 'file_path', 'edits', 'tool_input']
const ANSWERED = ['output', 'result_json']

/**
 * One event of a host as it may be written down: only what a session is made of, masked. What was shown of a
 * file of secrets is masked as a whole, as in a transcript.
 */
export function maskPayload(payload: JsonObject, redactor: Redactor): JsonObject {
  const masker = new MessageRedactor(redactor)
  const mask = (...parts: readonly SessionPart[]) => masker.redact({ id: '', role: 'assistant', parts }).parts
  const [call] = mask({ kind: 'tool_call', text: '', args: only(payload, ASKED), call_id: 'call' })
  const texts = (names: readonly string[], part: Pick<SessionPart, 'kind' | 'call_id'>) =>
    names.flatMap((name) => {
      const text = payload[name]
      if (typeof text !== 'string') return []
      const [masked] = mask({ ...part, text })
      return masked === undefined ? [] : [[name, masked.text] as const]
    })
  const roots = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : []
  return {
    ...Object.fromEntries(texts(NAMES, { kind: 'text' })),
    ...Object.fromEntries(texts(SAID, { kind: 'text' })),
    ...call?.args,
    ...Object.fromEntries(texts(ANSWERED, { kind: 'tool_result', call_id: 'call' })),
    workspace_roots: roots.flatMap((root) => (typeof root === 'string' ? [masker.redactText(root)] : [])),
  }
}

function only(payload: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = payload[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
