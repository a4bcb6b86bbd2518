import { argumentsOf, parseArguments } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import type { EventCall } from './event-call.ts'

// Events of version 0: `{id, source, action, args}`, and `{cause, observation, content}` that answers an action.

const NO_CALLS = new Set(['message', 'change_agent_state', 'condensation', 'null', 'recall', 'system'])

/** The call that an action is, where the agent took it. */
export function readLegacyAction(event: HostObject): EventCall | undefined {
  if (event.source !== 'agent' || NO_CALLS.has(textOf(event.action) ?? '')) return undefined
  const metadata = objectOf(event.tool_call_metadata)
  const response = objectOf(metadata?.model_response)
  const answer = objectOf(objectOf(objectsOf(response?.choices)[0])?.message)
  const callId = nameOf(metadata?.tool_call_id)
  const written = objectsOf(answer?.tool_calls).find((call) => call.id === callId)
  const { thought, ...args } = objectOf(event.args) ?? {}
  const text = textOf(answer?.content) ?? textOf(thought) ?? ''
  const argumentJson = textOf(objectOf(written?.function)?.arguments)
  return {
    answerId: nameOf(response?.id) ?? `id:${String(event.id)}`,
    before: text === '' ? [] : [{ kind: 'text', text, raw: event }],
    part: {
      kind: 'tool_call',
      tool: textOf(metadata?.function_name) ?? textOf(event.action) ?? '',
      callId: eventCallId(event.id),
      ...(argumentJson === undefined ? argumentsOf(args) : parseArguments(argumentJson)),
      raw: event,
    },
  }
}

/** The result of the action that caused an observation. */
export function readLegacyResult(event: HostObject): DraftPart | undefined {
  if (event.cause === undefined || event.cause === null || event.observation === 'recall') return undefined
  if (NO_RESULTS.has(textOf(event.observation) ?? '')) return undefined
  const extras = objectOf(event.extras)
  const exitCode = numberOf(objectOf(extras?.metadata)?.exit_code) ?? numberOf(extras?.exit_code)
  return {
    kind: 'tool_result',
    callId: eventCallId(event.cause),
    text: textOf(event.content) ?? '',
    ...(event.observation === 'error' ? { isError: true } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    raw: event,
  }
}

const NO_RESULTS = new Set(['agent_state_changed', 'null'])

/** Ids of calls repeat in these files (`toolu_01` in each session): events have numbers of their own. */
function eventCallId(id: unknown): string {
  return `e${String(id)}`
}
