import { withoutUndefined } from '../../../domain/json.ts'
import { argumentsOf, parseArguments } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, isHostObject, listOf, nameOf, objectOf, textOf } from '../../host/host-object.ts'
import { type ImageFacts, imageOfBase64, imageOfReference } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'

/** The drafts of one `ModelMessage`, or message of a provider's prompt; those of `system` are overhead. */
export function parseModelMessage(message: unknown): readonly DraftMessage[] {
  const host = objectOf(message)
  if (host?.role === 'system') return []
  if (host === undefined || (host.role !== 'user' && host.role !== 'assistant' && host.role !== 'tool')) {
    return [{ role: 'system', parts: [opaqueMarker(message)], human: false, raw: message }]
  }
  const { role } = host
  const parts =
    typeof host.content === 'string'
      ? [{ kind: 'text' as const, text: host.content, raw: message }]
      : listOf(host.content).map((block) => contentPart(block, role))
  return [role === 'user' ? userMessage(parts, message) : { role, parts, human: false, raw: message }]
}

function contentPart(block: unknown, role: 'user' | 'assistant' | 'tool'): DraftPart {
  const object = objectOf(block)
  switch (object?.type) {
    case 'text':
      return { kind: 'text', text: textOf(object.text) ?? '', raw: block }
    case 'image':
      return { kind: 'image', ...imageOf(object.image, mediaTypeOf(object)), raw: block }
    case 'file':
      return filePart(object)
    case 'reasoning': {
      const isSigned = object.providerOptions !== undefined || object.providerMetadata !== undefined
      const text = textOf(object.text) ?? ''
      return { kind: 'reasoning', text, ...(isSigned ? { opaque: true } : {}), raw: block }
    }
    case 'tool-call':
      return callPart(object)
    case 'tool-result':
      return resultPart(object, role)
    default:
      return opaqueMarker(block)
  }
}

function callPart(block: HostObject): DraftPart {
  const input = block.input ?? block.args
  const callId = nameOf(block.toolCallId)
  return {
    kind: 'tool_call',
    tool: textOf(block.toolName) ?? '',
    ...withoutUndefined({ callId }),
    ...(typeof input === 'string' ? parseArguments(input) : argumentsOf(input)),
    ...(block.providerExecuted === true ? { opaque: true } : {}),
    raw: block,
  }
}

/** A result that stands in the assistant's own message comes from a tool that the provider ran. */
function resultPart(block: HostObject, role: 'user' | 'assistant' | 'tool'): DraftPart {
  const callId = nameOf(block.toolCallId)
  const output = objectOf(block.output)
  const type = textOf(output?.type)
  const isOpaque = role === 'assistant' || block.providerExecuted === true || type === 'execution-denied'
  const isError = type === 'error-text' || type === 'error-json' || block.isError === true
  return {
    kind: 'tool_result',
    tool: textOf(block.toolName) ?? '',
    ...withoutUndefined({ callId }),
    text: output === undefined ? printed(block.result ?? block.output) : outputText(output),
    ...(isError ? { isError } : {}),
    ...(isOpaque ? { opaque: true } : {}),
    raw: block,
  }
}

function outputText(output: HostObject): string {
  if (output.type === 'execution-denied') return textOf(output.reason) ?? ''
  return output.type === 'content' ? joinedTexts(output.value) : printed(output.value)
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function filePart(block: HostObject): DraftPart {
  const type = mediaTypeOf(block)
  if (type?.startsWith('image/') === true) return { kind: 'image', ...imageOf(block.data, type), raw: block }
  const name = nameOf(block.filename) ?? 'file'
  return {
    kind: 'attachment',
    text: type === undefined ? name : `${name} ${type}`,
    tokens: UNKNOWN_SIZE,
    raw: block,
  }
}

function mediaTypeOf(block: HostObject): string | undefined {
  return nameOf(block.mediaType) ?? nameOf(block.mimeType)
}

function imageOf(data: unknown, mediaType: string | undefined): ImageFacts {
  if (data instanceof Uint8Array) return imageOfReference(`${mediaType ?? 'unknown'} of ${data.length} bytes`)
  const text = textOf(data) ?? (isHostObject(data) ? textOf(data.href) : undefined) ?? 'unknown'
  return /^[a-z]+:/i.test(text) ? imageOfReference(text) : imageOfBase64(text, mediaType)
}
