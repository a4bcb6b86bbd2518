import type { Message } from './message.ts'

/** The text of the last message that a person wrote. */
export function lastHumanText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.human)
  return (last?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}
