import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import type { WindowPolicy } from '../../../../src/fidelity/replay/policy.ts'

/** What no policy may do, done in the same places each time: every metric has something to tell of it. */
export const mangled: WindowPolicy = {
  name: 'mangled',
  minAgeCalls: 2,
  open: () => (messages) => {
    const view = messages.flatMap((message, place) => mangledMessages(message, place))
    return messages.length % 7 === 0 ? view.slice(1) : view
  },
}

function mangledMessages(message: Message, place: number): readonly Message[] {
  if (place % 13 === 7) return []
  const parts = message.parts.flatMap((part, index) => mangledParts(part, place + index))
  return place % 17 === 3 ? [{ ...message, parts }, message] : [{ ...message, parts }]
}

function mangledParts(part: Part, place: number): readonly Part[] {
  const kind = place % 10
  if (kind === 4) return []
  if (part.kind === 'tool_call') return [kind === 1 ? { ...part, ...firstArgument(part) } : part]
  if (kind === 3) return [{ ...part, text: part.text.slice(0, part.text.length / 2) }]
  if (kind === 6) return [{ ...part, text: ' ' }]
  return [kind === 8 ? { ...part, isError: true } : part]
}

function firstArgument({ args }: Part): Pick<Part, 'args' | 'text'> {
  const first = Object.fromEntries(Object.entries(args ?? {}).slice(0, 1))
  return { args: first, text: JSON.stringify(first) }
}
