import type { Part, WindowPolicy } from '@varve/core/fidelity'
import { withParts } from './results-of.ts'

const PROTECT = 40_000
const MINIMUM = 20_000
const CLEARED = '[Old tool result content cleared]'

/** What opencode prunes at each message of the user: results beyond the newest 40k tokens. */
export const opencode: WindowPolicy = {
  name: 'opencode 40k/20k',
  open: () => {
    const done = new Map<Part, Part>()
    return (messages) => {
      if (messages.at(-1)?.role !== 'user') return withParts(messages, done)
      let users = 0
      let total = 0
      const found: Part[] = []
      walk: for (const message of messages.toReversed()) {
        if (message.role === 'user') users++
        if (users < 2) continue
        for (const part of message.parts.toReversed()) {
          if (part.kind !== 'tool_result') continue
          if (done.has(part)) break walk
          total += Math.ceil(part.text.length / 4)
          if (total > PROTECT) found.push(part)
        }
      }
      const gain = found.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)
      if (gain > MINIMUM) for (const part of found) done.set(part, { ...part, text: CLEARED })
      return withParts(messages, done)
    }
  },
}
