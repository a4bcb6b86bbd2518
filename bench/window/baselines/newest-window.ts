import type { WindowPolicy } from '@varve/core/fidelity'
import { messageTokens } from './results-of.ts'

/** The newest messages that fit, from the first that doesn't answer a call. */
export function newestWindow(name: string, most: number): WindowPolicy {
  return {
    name,
    open:
      ({ tokensOf }) =>
      (messages) => {
        let start = messages.length
        let left = most
        for (const message of messages.toReversed()) {
          left -= messageTokens(message, tokensOf)
          if (left < 0) break
          start--
        }
        while (messages[start]?.role === 'tool') start++
        return messages.slice(start)
      },
  }
}
