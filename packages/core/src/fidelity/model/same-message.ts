import type { Message, Part } from './message.ts'

/** Whether the same is sent for both, whatever is known of them beside it. */
export function isSameMessage(a: Message | undefined, b: Message | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined || a.role !== b.role || a.parts.length !== b.parts.length)
    return false
  return a.parts.every((part, index) => isSamePart(part, b.parts[index]))
}

/** The same of windows, message by message. */
export function areSameMessages(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => isSameMessage(message, b[index]))
}

function isSamePart(a: Part, b: Part | undefined): boolean {
  if (a === b) return true
  return (
    b !== undefined &&
    a.kind === b.kind &&
    a.callId === b.callId &&
    a.tool === b.tool &&
    a.isError === b.isError &&
    a.text === b.text
  )
}
