import { argumentText } from '../../host/call-arguments.ts'
import { type HostObject, isHostObject, nameOf, objectOf } from '../../host/host-object.ts'
import type { PartEdit } from '../host-format.ts'
import { rebuildBlocks } from '../rebuild-blocks.ts'

/** A message with edits to its parts, in the order in which `parseChatMessages` lists them. */
export function rebuildChatMessage(message: unknown, edits: readonly PartEdit[]): unknown {
  const host = objectOf(message)
  if (host === undefined) return message
  if (host.role === 'tool' || host.role === 'function') return withResult(host, edits[0])
  const left = [...edits]
  const reasoned = nameOf(host.reasoning_content) === undefined ? host : withoutReasoning(host, left.shift())
  const spoken = withContent(reasoned, left)
  const called = Array.isArray(spoken.tool_calls) ? withCalls(spoken, spoken.tool_calls, left) : spoken
  return isHostObject(called.function_call)
    ? withFunctionCall(called, called.function_call, left.shift())
    : called
}

function withResult(host: HostObject, edit: PartEdit | undefined): HostObject {
  if (edit?.kind !== 'replaced') return host
  return { ...host, content: Array.isArray(host.content) ? [textBlock(edit.text)] : edit.text }
}

function withoutReasoning(host: HostObject, edit: PartEdit | undefined): HostObject {
  if (host.role !== 'assistant' || edit?.kind !== 'removed') return host
  const { reasoning_content: _removed, ...rest } = host
  return rest
}

/** Takes as many edits off the front as the content has parts. */
function withContent(host: HostObject, left: PartEdit[]): HostObject {
  if (Array.isArray(host.content)) {
    const content = rebuildBlocks(host.content, left.splice(0, host.content.length), replaceBlock)
    return { ...host, content }
  }
  const isNothing =
    host.content === '' && (Array.isArray(host.tool_calls) || host.function_call !== undefined)
  if (typeof host.content !== 'string' || isNothing) return host
  const edit = left.shift()
  return edit?.kind === 'replaced' ? { ...host, content: edit.text } : host
}

function withCalls(host: HostObject, calls: readonly unknown[], left: PartEdit[]): HostObject {
  const toolCalls = calls.map((call) => {
    if (!isHostObject(call)) return call
    const edit = left.shift()
    return edit?.kind === 'replaced' ? withArguments(call, edit.text) : call
  })
  return { ...host, tool_calls: toolCalls }
}

function withArguments(call: HostObject, text: string): HostObject {
  if (isHostObject(call.custom)) return { ...call, custom: { ...call.custom, input: text } }
  return { ...call, function: { ...objectOf(call.function), arguments: argumentText(text) } }
}

function withFunctionCall(host: HostObject, called: HostObject, edit: PartEdit | undefined): HostObject {
  if (edit?.kind !== 'replaced') return host
  return { ...host, function_call: { ...called, arguments: argumentText(edit.text) } }
}

function replaceBlock(block: unknown, text: string): unknown {
  return isHostObject(block) && block.type === 'text' ? { ...block, text } : textBlock(text)
}

function textBlock(text: string): HostObject {
  return { type: 'text', text }
}
