import type { Message } from '../model/message.ts'
import { callIdOf } from '../targets/calls-of.ts'

/**
 * The group of each message, numbered by first message: an assistant message and all that answer its calls, also
 * by way of messages that they share. A group is in a view as a whole, or not at all (INV-03).
 */
export function groupMessages(messages: readonly Message[]): readonly number[] {
  const parent = messages.map((_, index) => index)
  const open = new Map<string, number>()
  for (const [index, message] of messages.entries()) {
    for (const part of message.parts) {
      if (part.kind === 'tool_call') open.set(callIdOf(part), index)
      else if (part.kind === 'tool_result') join(parent, open.get(callIdOf(part)) ?? index, index)
    }
  }
  const numbers = new Map<number, number>()
  return messages.map((_, index) => {
    const root = rootOf(parent, index)
    const number = numbers.get(root) ?? numbers.size
    numbers.set(root, number)
    return number
  })
}

function join(parent: number[], a: number, b: number): void {
  const [first, second] = [rootOf(parent, a), rootOf(parent, b)]
  parent[Math.max(first, second)] = Math.min(first, second)
}

function rootOf(parent: number[], index: number): number {
  let root = index
  for (let up = parent[root]; up !== undefined && up !== root; up = parent[root]) {
    // Halving the path keeps chains of any length short.
    parent[root] = parent[up] ?? up
    root = up
  }
  return root
}
