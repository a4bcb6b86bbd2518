import { withoutUndefined } from '../../../domain/json.ts'
import { argumentObject, argumentsOf } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import {
  type HostObject,
  isHostObject,
  listOf,
  nameOf,
  objectOf,
  objectsOf,
  textOf,
} from '../../host/host-object.ts'
import { imageOfReference } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import type { HostFormat, PartEdit } from '../host-format.ts'

/** `BaseMessage[]` of LangChain: by itself, or as the `messages` of a model request. */
export const langchain: HostFormat = {
  name: 'langchain',
  detect: (request) => messagesOf(request).some((message) => typeOf(message) !== undefined),
  list: messagesOf,
  withList: (request, messages) => (Array.isArray(request) ? messages : { ...objectOf(request), messages }),
  overhead: (request) => {
    const body = objectOf(request)
    const system = messagesOf(request).filter((message) => typeOf(message) === 'system')
    const prompt = body?.systemPrompt ?? objectOf(body?.systemMessage)?.content
    const tools = objectsOf(body?.tools).map(({ name, description }) => ({ name, description }))
    return [
      prompt,
      ...system.map((message) => objectOf(message)?.content),
      ...(tools.length === 0 ? [] : [tools]),
    ]
  },
  parse: (list) => list.map(parseMessage),
  joins: (before, next) => before.role === 'tool' && next.role === 'tool',
  rebuild,
  removesReasoning: true,
  serverEdits: () => undefined,
}

function messagesOf(request: unknown): readonly unknown[] {
  return Array.isArray(request) ? request : listOf(objectOf(request)?.messages)
}

/** What a message calls itself; its class is asked, because copies of the package have different ones. */
function typeOf(message: unknown): string | undefined {
  if (!isHostObject(message)) return undefined
  const { type, _getType: ask } = message
  if (typeof ask !== 'function') return undefined
  return textOf(type) ?? textOf(Reflect.apply(ask, message, []))
}

function parseMessage(message: unknown): readonly DraftMessage[] {
  const host = objectOf(message)
  switch (typeOf(message)) {
    case 'system':
      return []
    case 'human':
      return [userMessage(contentParts(host?.content, message), message)]
    case 'ai':
      return [
        {
          role: 'assistant',
          parts: [...contentParts(host?.content, message), ...callParts(host)],
          human: false,
          raw: message,
        },
      ]
    case 'tool':
      return [{ role: 'tool', parts: [resultPart(host, message)], human: false, raw: message }]
    default:
      return [{ role: 'system', parts: [opaqueMarker(message)], human: false, raw: message }]
  }
}

function contentParts(content: unknown, message: unknown): readonly DraftPart[] {
  if (typeof content === 'string')
    return content === '' ? [] : [{ kind: 'text', text: content, raw: message }]
  return shownBlocks(content).map((block) => {
    if (block.type === 'text') return { kind: 'text', text: textOf(block.text) ?? '', raw: block }
    if (block.type === 'image_url') {
      const url = textOf(block.image_url) ?? textOf(objectOf(block.image_url)?.url) ?? 'unknown'
      return { kind: 'image', ...imageOfReference(url), raw: block }
    }
    if (block.type === 'thinking' || block.type === 'reasoning') {
      const text = textOf(block.thinking) ?? textOf(block.reasoning) ?? ''
      return {
        kind: 'reasoning',
        text,
        ...(nameOf(block.signature) === undefined ? {} : { opaque: true }),
        raw: block,
      }
    }
    return opaqueMarker(block)
  })
}

/** Blocks but those that say again what `tool_calls` says. */
function shownBlocks(content: unknown): readonly HostObject[] {
  return objectsOf(content).filter((block) => !isMirrored(block))
}

function isMirrored({ type }: HostObject): boolean {
  return type === 'tool_use' || type === 'tool_call' || type === 'function_call'
}

function callParts(host: HostObject | undefined): readonly DraftPart[] {
  return objectsOf(host?.tool_calls).map((call) => ({
    kind: 'tool_call',
    tool: textOf(call.name) ?? '',
    ...withoutUndefined({ callId: nameOf(call.id) }),
    ...argumentsOf(call.args),
    raw: call,
  }))
}

function resultPart(host: HostObject | undefined, message: unknown): DraftPart {
  return {
    kind: 'tool_result',
    ...withoutUndefined({ callId: nameOf(host?.tool_call_id), tool: nameOf(host?.name) }),
    text: joinedTexts(host?.content),
    ...(host?.status === 'error' ? { isError: true } : {}),
    raw: message,
  }
}

function rebuild(message: unknown, edits: readonly PartEdit[]): unknown {
  const host = objectOf(message)
  if (host === undefined) return message
  const [first] = edits
  if (typeOf(message) === 'tool')
    return first?.kind === 'replaced' ? copy(host, { content: first.text }) : message
  const count =
    typeof host.content === 'string' ? (host.content === '' ? 0 : 1) : shownBlocks(host.content).length
  const calls = objectsOf(host.tool_calls).map((call, index) => {
    const edit = edits[count + index]
    return edit?.kind === 'replaced' ? { ...call, args: argumentObject(edit.text) } : call
  })
  const content = rebuildContent(host.content, edits, calls)
  if (typeOf(message) !== 'ai') return copy(host, { content })
  return copy(host, {
    content,
    tool_calls: calls,
    additional_kwargs: mirrored(host.additional_kwargs, calls),
  })
}

function rebuildContent(content: unknown, edits: readonly PartEdit[], calls: readonly HostObject[]): unknown {
  if (!Array.isArray(content)) {
    const [edit] = edits
    return typeof content === 'string' && content !== '' && edit?.kind === 'replaced' ? edit.text : content
  }
  let next = 0
  return content.flatMap((block: unknown) => {
    if (!isHostObject(block)) return [block]
    if (isMirrored(block)) {
      const call = calls.find(({ id }) => id === block.id)
      return [call === undefined || block.input === undefined ? block : { ...block, input: call.args }]
    }
    const edit = edits[next++]
    if (edit === undefined || edit.kind === 'kept') return [block]
    return edit.kind === 'removed' ? [] : [{ type: 'text', text: edit.text }]
  })
}

/** The raw calls of OpenAI, which LangChain keeps beside its own. */
function mirrored(kwargs: unknown, calls: readonly HostObject[]): unknown {
  const raw = objectOf(kwargs)
  if (!Array.isArray(raw?.tool_calls)) return kwargs
  const tool_calls = objectsOf(raw.tool_calls).map((each) => {
    const call = calls.find(({ id }) => id === each.id)
    const inner = objectOf(each.function)
    return call === undefined || inner === undefined
      ? each
      : { ...each, function: { ...inner, arguments: JSON.stringify(call.args) } }
  })
  return { ...raw, tool_calls }
}

/** What the constructors of its messages take. */
const CONSTRUCTOR_FIELDS = [
  'content',
  'additional_kwargs',
  'response_metadata',
  'id',
  'name',
  'tool_calls',
  'invalid_tool_calls',
  'usage_metadata',
  'tool_call_id',
  'status',
  'artifact',
] as const

/** A new message of the same class, with the same id: reducers replace by it instead of adding. */
function copy(host: HostObject, changed: HostObject): unknown {
  const { constructor: make } = host
  if (typeof make !== 'function') return { ...host, ...changed }
  const kept = Object.fromEntries(CONSTRUCTOR_FIELDS.map((name) => [name, host[name]]))
  return Reflect.construct(make, [withoutUndefined({ ...kept, ...changed })])
}
