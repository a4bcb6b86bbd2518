import { isArgumentObject, type Message, type Part } from '@varve/core/fidelity'
import type { Shown } from './peer.ts'

type Piece = Readonly<Record<string, unknown>>

/** Model messages of the AI SDK, with the piece that each part became: pieces are filtered, never copied. */
export function modelMessages(messages: readonly Message[]) {
  const pieces = new Map<unknown, Part>()
  const said = messages.map(({ role, parts }) => {
    const content = parts.map((part) => {
      const piece = pieceOf(part)
      pieces.set(piece, part)
      return piece
    })
    return { role, content }
  })
  return { said, pieces }
}

function pieceOf(part: Part): Piece {
  const { kind, callId: toolCallId, tool: toolName = 'tool', text, args } = part
  if (kind === 'tool_call')
    return { type: 'tool-call', toolCallId, toolName, input: isArgumentObject(args) ? args : { input: text } }
  if (kind === 'tool_result')
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } }
  return { type: kind === 'reasoning' ? 'reasoning' : 'text', text }
}

export function shownPieces(
  said: readonly { readonly content: unknown }[],
  pieces: ReadonlyMap<unknown, Part>,
): Shown {
  const shown = new Map<Part, string>()
  for (const { content } of said) {
    for (const piece of Array.isArray(content) ? content : []) {
      const part = pieces.get(piece)
      if (part !== undefined) shown.set(part, part.text)
    }
  }
  return shown
}
