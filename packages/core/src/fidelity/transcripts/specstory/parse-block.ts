import type { DraftPart } from '../../host/draft.ts'

/** What one block of an agent holds: what it said or thought, or a call with its result. */
export interface AgentBlock {
  readonly said: readonly DraftPart[]
  readonly call?: DraftPart
  readonly result?: DraftPart
}

/** Parses the text of a block. `callId` names the call that may be in it, since the format names none. */
export function parseAgentBlock(text: string, callId: string): AgentBlock {
  const tool = /^<tool-use data-tool-type="[^"]*" data-tool-name="([^"]*)">/.exec(text)
  if (tool !== null) return parseToolUse(text, tool[1] ?? '', callId)
  const thought = /^<think>([\s\S]*?)<\/think>/.exec(text)
  if (thought === null) return { said: text === '' ? [] : [{ kind: 'text', text, raw: text }] }
  const reasoning = (thought[1] ?? '').replace(/<\/?details>|<summary>[\s\S]*?<\/summary>/g, '').trim()
  const rest = text.slice(thought[0].length).trim()
  return {
    said: [
      { kind: 'reasoning', text: reasoning, raw: text },
      ...(rest === '' ? [] : [{ kind: 'text' as const, text: rest, raw: text }]),
    ],
  }
}

function parseToolUse(text: string, tool: string, callId: string): AgentBlock {
  const body = text
    .replace(/^<tool-use [^>]*>(?:<details>)?\n?/, '')
    .replace(/\n?(?:<\/details>)?<\/tool-use>\s*$/, '')
  const lines = body.split('\n')
  const fence = resultFence(lines)
  const args = argumentsBefore(lines.slice(0, fence?.start ?? lines.length))
  return {
    said: [],
    call: { kind: 'tool_call', tool, callId, text: args, raw: text },
    ...(fence === undefined
      ? {}
      : {
          result: {
            kind: 'tool_result' as const,
            tool,
            callId,
            text: lines.slice(fence.start + 1, fence.end).join('\n'),
            raw: text,
          },
        }),
  }
}

interface Fence {
  readonly start: number
  readonly end: number
}

/** The fence without a language, or of plain text: it holds the result, and fences in that, up to the last one. */
function resultFence(lines: readonly string[]): Fence | undefined {
  let isOpen = false
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]?.trimEnd() ?? ''
    if (isOpen) {
      if (line === '```') isOpen = false
    } else if (line === '```' || line === '```text') {
      const end = lines.findLastIndex((other) => other.trimEnd() === '```')
      return { start: index, end: end > index ? end : lines.length }
    } else if (line.startsWith('```')) isOpen = true
  }
  return undefined
}

/** All that the file keeps of the arguments: what stands after the tool's name, and before the result. */
function argumentsBefore(lines: readonly string[]): string {
  const text = lines.join('\n')
  const summary = /^<summary>(?:Tool use: \*\*[^*]*\*\*)?([\s\S]*?)<\/summary>/.exec(text)
  if (summary === null) return text.trim()
  return [summary[1] ?? '', text.slice(summary[0].length)]
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join('\n')
}
