import type { Message } from '../../../../src/fidelity/model/message.ts'

/** §19.3, UIR: lines of the user before a call, and how many of them a view has as lines of the user. */
export function userLines(
  before: readonly Message[],
  view: readonly Message[],
): { readonly all: number; readonly kept: number } {
  const shown = new Set(linesOfUser(view))
  const said = linesOfUser(before)
  return { all: said.length, kept: said.filter((line) => shown.has(line)).length }
}

function linesOfUser(messages: readonly Message[]): readonly string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts }) => parts)
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.length > 3)
}
