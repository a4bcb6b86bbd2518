import { withoutUndefined } from '../../../domain/json.ts'
import { parseArguments } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { imageOfReference } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import { callIdWithout } from '../../model/part-key.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'

/** The drafts of each message; those of `system` and `developer` are overhead and have none. */
export function parseChatMessages(list: readonly unknown[]): readonly (readonly DraftMessage[])[] {
  // Functions of old have no ids: a result answers the last call of its name.
  const functionIds = new Map<string, string>()
  return list.map((message) => {
    const host = objectOf(message)
    const called = host?.role === 'assistant' ? objectOf(host.function_call) : undefined
    if (called !== undefined) functionIds.set(textOf(called.name) ?? '', functionCallId(called))
    return parseMessage(message, functionIds)
  })
}

function parseMessage(message: unknown, functionIds: ReadonlyMap<string, string>): readonly DraftMessage[] {
  const host = objectOf(message)
  switch (host?.role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return [userMessage(contentParts(host), message)]
    case 'assistant':
      return [{ role: 'assistant', parts: assistantParts(host), human: false, raw: message }]
    case 'tool':
      return [
        { role: 'tool', parts: [resultPart(host, nameOf(host.tool_call_id))], human: false, raw: message },
      ]
    case 'function':
      return [
        {
          role: 'tool',
          parts: [resultPart(host, functionIds.get(textOf(host.name) ?? ''))],
          human: false,
          raw: message,
        },
      ]
    default:
      return [{ role: 'system', parts: [opaqueMarker(message)], human: false, raw: message }]
  }
}

/** Reasoning, content and calls, in the order in which `rebuildChatMessage` takes their edits. */
function assistantParts(host: HostObject): readonly DraftPart[] {
  const reasoning = nameOf(host.reasoning_content)
  const called = objectOf(host.function_call)
  return [
    ...(reasoning === undefined ? [] : [{ kind: 'reasoning' as const, text: reasoning, raw: host }]),
    ...contentParts(host),
    ...objectsOf(host.tool_calls).map(callPart),
    ...(called === undefined ? [] : [{ ...callOf(called), callId: functionCallId(called), raw: called }]),
  ]
}

function contentParts(host: HostObject): readonly DraftPart[] {
  if (typeof host.content === 'string') {
    // An empty string beside calls is how some hosts write that there is no text.
    const isNothing =
      host.content === '' && (Array.isArray(host.tool_calls) || host.function_call !== undefined)
    return isNothing ? [] : [{ kind: 'text', text: host.content, raw: host }]
  }
  return Array.isArray(host.content) ? host.content.map(contentPart) : []
}

function contentPart(block: unknown): DraftPart {
  const object = objectOf(block)
  switch (object?.type) {
    case 'text':
      return { kind: 'text', text: textOf(object.text) ?? '', raw: block }
    case 'image_url': {
      const url = textOf(objectOf(object.image_url)?.url) ?? textOf(object.image_url) ?? 'unknown'
      return { kind: 'image', ...imageOfReference(url), raw: block }
    }
    case 'file':
    case 'input_audio':
      return { kind: 'attachment', text: attachmentName(object), tokens: UNKNOWN_SIZE, raw: block }
    default:
      return opaqueMarker(block)
  }
}

function attachmentName(block: HostObject): string {
  const file = objectOf(block.file)
  return nameOf(file?.filename) ?? nameOf(file?.file_id) ?? textOf(block.type) ?? 'file'
}

/** A call with an id; calls of custom tools carry plain text. */
function callPart(call: HostObject): DraftPart {
  const id = nameOf(call.id)
  const own = withoutUndefined({ callId: id })
  const custom = objectOf(call.custom)
  if (custom === undefined) return { ...callOf(objectOf(call.function) ?? {}), ...own, raw: call }
  return {
    kind: 'tool_call',
    tool: textOf(custom.name) ?? '',
    text: textOf(custom.input) ?? '',
    ...own,
    raw: call,
  }
}

function callOf(called: HostObject): Omit<DraftPart, 'raw'> {
  return {
    kind: 'tool_call',
    tool: textOf(called.name) ?? '',
    ...parseArguments(textOf(called.arguments) ?? ''),
  }
}

function functionCallId(called: HostObject): string {
  return callIdWithout(textOf(called.name) ?? '', parseArguments(textOf(called.arguments) ?? ''))
}

function resultPart(host: HostObject, callId: string | undefined): DraftPart {
  const own = withoutUndefined({ callId })
  const name = nameOf(host.name)
  return {
    kind: 'tool_result',
    ...own,
    ...withoutUndefined({ tool: name }),
    text: joinedTexts(host.content),
    raw: host,
  }
}
