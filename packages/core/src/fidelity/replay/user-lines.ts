import type { Message } from '../model/message.ts'

const SHORTEST = 4

/** How many lines of user messages a window has, and how many of them its view shows in a message of the user. */
export function userLinesShown(
  window: readonly Message[],
  view: readonly Message[],
): { readonly all: number; readonly shown: number } {
  const same = new Set(view)
  const left = window.filter((message) => message.role === 'user' && !same.has(message))
  const all = window.reduce(
    (sum, message) => sum + (message.role === 'user' ? linesOf(message).length : 0),
    0,
  )
  if (left.length === 0) return { all, shown: all }
  const shown = new Set(view.filter(({ role }) => role === 'user').flatMap(linesOf))
  const lost = left.flatMap(linesOf).filter((line) => !shown.has(line)).length
  return { all, shown: all - lost }
}

const LINES = new WeakMap<Message, readonly string[]>()

function linesOf(message: Message): readonly string[] {
  const known = LINES.get(message)
  if (known !== undefined) return known
  const lines = message.parts
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST)
  LINES.set(message, lines)
  return lines
}
