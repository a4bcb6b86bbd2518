import { withoutUndefined } from '../../../domain/json.ts'
import { parseArguments } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, listOf, nameOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { imageOfReference } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'

/** The draft of one item; messages of `system` and `developer` are overhead and have none. */
export function parseResponsesItem(item: unknown): readonly DraftMessage[] {
  if (typeof item === 'string') return [userMessage([{ kind: 'text', text: item, raw: item }], item)]
  const host = objectOf(item)
  const type = textOf(host?.type) ?? (host?.role === undefined ? undefined : 'message')
  if (host === undefined || type === undefined) return [assistantMessage(opaqueMarker(item))]
  if (type === 'message') return parseMessage(host)
  const parse = ITEMS[type]
  if (parse !== undefined) return [assistantMessage(parse(host))]
  if (RESULTS.has(type)) return [{ role: 'tool', parts: [resultPart(host)], human: false, raw: item }]
  const role = type === 'compaction' ? 'system' : type.endsWith('_output') ? 'tool' : 'assistant'
  return [{ role, parts: [opaqueMarker(item)], human: false, raw: item }]
}

function parseMessage(host: HostObject): readonly DraftMessage[] {
  if (host.role === 'system' || host.role === 'developer') return []
  const parts =
    typeof host.content === 'string'
      ? [{ kind: 'text' as const, text: host.content, raw: host }]
      : listOf(host.content).map(contentPart)
  if (host.role === 'assistant') return [{ role: 'assistant', parts, human: false, raw: host }]
  return [userMessage(parts, host)]
}

function assistantMessage(part: DraftPart): DraftMessage {
  return { role: 'assistant', parts: [part], human: false, raw: part.raw }
}

const RESULTS = new Set(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output'])

const ITEMS: Readonly<Record<string, (item: HostObject) => DraftPart>> = {
  reasoning: (item) => ({ kind: 'reasoning', text: reasoningText(item), opaque: true, raw: item }),
  function_call: (item) => ({
    kind: 'tool_call',
    tool: textOf(item.name) ?? '',
    ...callIdOf(item.call_id ?? item.id),
    ...parseArguments(textOf(item.arguments) ?? ''),
    raw: item,
  }),
  custom_tool_call: (item) => ({
    kind: 'tool_call',
    tool: textOf(item.name) ?? '',
    ...callIdOf(item.call_id ?? item.id),
    text: textOf(item.input) ?? '',
    raw: item,
  }),
  // A shell call has no arguments that could be rewritten: its action is what ran.
  local_shell_call: (item) => ({
    kind: 'tool_call',
    tool: 'local_shell',
    ...callIdOf(item.call_id ?? item.id),
    text: shellArguments(item).text,
    args: shellArguments(item).args,
    opaque: true,
    raw: item,
  }),
}

function shellArguments(item: HostObject): { readonly text: string; readonly args: HostObject } {
  const command = listOf(objectOf(item.action)?.command)
    .map((word) => textOf(word) ?? '')
    .join(' ')
  const args = { command }
  return { text: JSON.stringify(args), args }
}

function reasoningText(item: HostObject): string {
  const content = joinedTexts(item.content)
  return content === '' ? joinedTexts(objectsOf(item.summary)) : content
}

function resultPart(item: HostObject): DraftPart {
  return {
    kind: 'tool_result',
    ...callIdOf(item.call_id ?? item.id),
    text: outputText(item.output),
    raw: item,
  }
}

/** Output is a string, a list of blocks, or (in old logs) an object with its content. */
export function outputText(output: unknown): string {
  const object = objectOf(output)
  return object === undefined
    ? joinedTexts(output)
    : (textOf(object.content) ?? joinedTexts(object.content_items))
}

function callIdOf(id: unknown): { readonly callId?: string } {
  const callId = nameOf(id)
  return withoutUndefined({ callId })
}

function contentPart(block: unknown): DraftPart {
  const object = objectOf(block)
  switch (object?.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { kind: 'text', text: textOf(object.text) ?? '', raw: block }
    case 'input_image': {
      const name = textOf(object.image_url) ?? textOf(object.file_id) ?? 'unknown'
      return { kind: 'image', ...imageOfReference(name), raw: block }
    }
    case 'input_file':
      return {
        kind: 'attachment',
        text: nameOf(object.filename) ?? nameOf(object.file_id) ?? 'file',
        tokens: UNKNOWN_SIZE,
        raw: block,
      }
    default:
      return opaqueMarker(block)
  }
}
