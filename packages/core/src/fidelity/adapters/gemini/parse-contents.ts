import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, listOf, nameOf, objectOf, textOf } from '../../host/host-object.ts'
import { imageOfBase64, imageOfReference } from '../../host/image-text.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessages } from '../../host/user-message.ts'
import { callIdWithout } from '../../model/part-key.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'

/** The drafts of each content. Calls and responses that have no ids are paired by position and name. */
export function parseGeminiContents(list: readonly unknown[]): readonly (readonly DraftMessage[])[] {
  const open: OpenCall[] = []
  return list.map((content) => parseContent(content, open))
}

interface OpenCall {
  readonly tool: string
  readonly callId: string
}

function parseContent(content: unknown, open: OpenCall[]): readonly DraftMessage[] {
  const host = objectOf(content)
  if (typeof content === 'string') {
    return userMessages([{ kind: 'text', text: content, raw: content }], content)
  }
  if (host === undefined)
    return [{ role: 'system', parts: [opaqueMarker(content)], human: false, raw: content }]
  if (host.role === 'model') open.length = 0
  const parts = listOf(host.parts).map((part) => parsePart(part, open))
  if (host.role === 'model') return [{ role: 'assistant', parts, human: false, raw: content }]
  return userMessages(parts, content)
}

function parsePart(part: unknown, open: OpenCall[]): DraftPart {
  const host = objectOf(part)
  const draft = host === undefined ? undefined : draftOf(host, open)
  if (host === undefined || draft === undefined) return opaqueMarker(part)
  return host.thoughtSignature === undefined ? draft : { ...draft, opaque: true }
}

function draftOf(host: HostObject, open: OpenCall[]): DraftPart | undefined {
  const text = textOf(host.text)
  if (text !== undefined) return { kind: host.thought === true ? 'reasoning' : 'text', text, raw: host }
  const call = objectOf(host.functionCall)
  if (call !== undefined) return callPart(host, call, open)
  const response = objectOf(host.functionResponse)
  if (response !== undefined) return responsePart(host, response, open)
  const inline = objectOf(host.inlineData)
  if (inline !== undefined) return dataPart(host, inline, textOf(inline.data) ?? '')
  const file = objectOf(host.fileData)
  return file === undefined ? undefined : dataPart(host, file, undefined)
}

function callPart(raw: HostObject, call: HostObject, open: OpenCall[]): DraftPart {
  const tool = textOf(call.name) ?? ''
  const called = argumentsOf(call.args)
  const callId = nameOf(call.id) ?? callIdWithout(tool, called)
  open.push({ tool, callId })
  return { kind: 'tool_call', tool, callId, ...called, raw }
}

function responsePart(raw: HostObject, response: HostObject, open: OpenCall[]): DraftPart {
  const tool = textOf(response.name) ?? ''
  const id = nameOf(response.id)
  const index = open.findIndex((call) => (id === undefined ? call.tool === tool : call.callId === id))
  const [answered] = index < 0 ? [] : open.splice(index, 1)
  const result = objectOf(response.response)
  const isError = result?.error !== undefined
  return {
    kind: 'tool_result',
    tool,
    callId: answered?.callId ?? id ?? callIdWithout(tool, argumentsOf(response.response)),
    text: responseText(response.response),
    ...(isError ? { isError } : {}),
    raw,
  }
}

/** What the model reads of a response: its output or error where it has one of the two, else all of it. */
export function responseText(response: unknown): string {
  const result = objectOf(response)
  const value = result?.output ?? result?.error ?? response
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function dataPart(raw: HostObject, file: HostObject, data: string | undefined): DraftPart {
  const type = nameOf(file.mimeType) ?? 'unknown'
  const uri = textOf(file.fileUri) ?? 'file'
  if (!type.startsWith('image/'))
    return { kind: 'attachment', text: `${uri} ${type}`, tokens: UNKNOWN_SIZE, raw }
  return { kind: 'image', ...(data === undefined ? imageOfReference(uri) : imageOfBase64(data, type)), raw }
}
