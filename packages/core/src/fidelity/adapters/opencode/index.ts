import { withoutUndefined } from '../../../domain/json.ts'
import { argumentObject, argumentsOf } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, listOf, nameOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import type { HostFormat, PartEdit } from '../host-format.ts'

/** `{ messages: { info, parts }[] }`: what a plugin of opencode is given before each call. */
export const opencodeMessages: HostFormat = {
  name: 'opencode-messages',
  detect: (request) =>
    objectsOf(objectOf(request)?.messages).some(
      ({ info, parts }) => objectOf(info) !== undefined && Array.isArray(parts),
    ),
  list: (request) => listOf(objectOf(request)?.messages),
  withList: (request, messages) => ({ ...objectOf(request), messages }),
  overhead: () => [],
  parse: (list) => list.map(parseMessage),
  joins: (before, next) => before.role === 'tool' && next.role === 'tool',
  rebuild,
  removesReasoning: true,
  serverEdits: () => undefined,
}

/** Where a part of a message stands among the parts of its drafts: a tool is a call and a result. */
interface Slot {
  readonly index: number
  readonly slot: 'own' | 'call' | 'result'
}

/** The parts of each model call in the order in which the model reads them: what was said, the calls, their results. */
function layout(parts: readonly HostObject[]): readonly (readonly Slot[])[] {
  const runs: Slot[][] = []
  let own: Slot[] = []
  let results: Slot[] = []
  const close = () => {
    runs.push(...[own, results].filter((run) => run.length > 0))
    own = []
    results = []
  }
  parts.forEach((part, index) => {
    if (part.type === 'step-start') close()
    else if (part.type === 'tool') {
      own.push({ index, slot: 'call' })
      if (isAnswered(part)) results.push({ index, slot: 'result' })
    } else if (SENT.has(textOf(part.type) ?? '') && part.ignored !== true) own.push({ index, slot: 'own' })
  })
  close()
  return runs
}

const SENT = new Set(['text', 'reasoning', 'file'])

function isAnswered(part: HostObject): boolean {
  const status = objectOf(part.state)?.status
  return status === 'completed' || status === 'error'
}

function parseMessage(message: unknown): readonly DraftMessage[] {
  const host = objectOf(message)
  const parts = objectsOf(host?.parts)
  const role = objectOf(host?.info)?.role === 'user' ? 'user' : 'assistant'
  return layout(parts).map((run): DraftMessage => {
    const drafts = run.map(({ index, slot }) => draftOf(parts[index] ?? {}, slot))
    if (run[0]?.slot === 'result') return { role: 'tool', parts: drafts, human: false, raw: message }
    const isTyped = run.some(({ index }) => parts[index]?.type === 'text' && parts[index]?.synthetic !== true)
    if (role === 'user') return { ...userMessage(drafts, message), ...(isTyped ? {} : { human: false }) }
    return { role, parts: drafts, human: false, raw: message }
  })
}

function draftOf(part: HostObject, slot: Slot['slot']): DraftPart {
  if (slot === 'call') {
    return {
      kind: 'tool_call',
      tool: textOf(part.tool) ?? '',
      ...callIdOf(part),
      ...argumentsOf(objectOf(part.state)?.input),
      raw: part,
    }
  }
  if (slot === 'result') return resultOf(part)
  if (part.type === 'text') return { kind: 'text', text: textOf(part.text) ?? '', raw: part }
  if (part.type !== 'reasoning') return opaqueMarker(part)
  return {
    kind: 'reasoning',
    text: textOf(part.text) ?? '',
    ...(part.metadata === undefined ? {} : { opaque: true }),
    raw: part,
  }
}

function resultOf(part: HostObject): DraftPart {
  const state = objectOf(part.state)
  const isError = state?.status === 'error'
  // What the host itself cleared is sent as one line already, and stays as it is.
  const isCleared = objectOf(state?.time)?.compacted !== undefined
  const text = isCleared
    ? '[Old tool result content cleared]'
    : (textOf(isError ? state?.error : state?.output) ?? '')
  return {
    kind: 'tool_result',
    tool: textOf(part.tool) ?? '',
    ...callIdOf(part),
    text,
    ...(isError ? { isError } : {}),
    ...(isCleared ? { opaque: true } : {}),
    raw: part,
  }
}

function callIdOf(part: HostObject) {
  return withoutUndefined({ callId: nameOf(part.callID) })
}

/** A copy of the message; what was given is the host's own, and goes into its store. */
function rebuild(message: unknown, edits: readonly PartEdit[]): unknown {
  const host = objectOf(message)
  const parts = objectsOf(host?.parts)
  const changed = new Map<number, HostObject | undefined>()
  layout(parts)
    .flat()
    .forEach(({ index, slot }, place) => {
      const edit = edits[place]
      const part = changed.get(index) ?? parts[index]
      if (edit === undefined || edit.kind === 'kept' || part === undefined) return
      changed.set(index, edit.kind === 'removed' ? undefined : withEdit(part, slot, edit.text))
    })
  const kept = parts.flatMap((part, index) => (changed.has(index) ? (changed.get(index) ?? []) : part))
  return { ...host, parts: kept }
}

function withEdit(part: HostObject, slot: Slot['slot'], text: string): HostObject {
  const state = objectOf(part.state)
  if (slot === 'call') return { ...part, state: { ...state, input: argumentObject(text) } }
  if (slot === 'own') return { ...part, text }
  return { ...part, state: { ...state, ...(state?.status === 'error' ? { error: text } : { output: text }) } }
}
