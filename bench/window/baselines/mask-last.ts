import type { Part, WindowPolicy } from '@varve/core/fidelity'
import { withParts } from './results-of.ts'

/** Shows the newest results alone; with `polling` it moves on only every so many of them. */
export function maskLast(name: string, keep: number, polling: number): WindowPolicy {
  return {
    name,
    open: () => (messages) => {
      const holders = messages.filter(({ parts }) => parts.some(({ kind }) => kind === 'tool_result'))
      const count = Math.max(0, Math.floor(holders.length / polling) * polling - keep)
      const masked = holders
        .slice(0, count)
        .flatMap(({ parts }) =>
          parts.filter(({ kind }) => kind === 'tool_result').map((part): [Part, Part] => [part, mask(part)]),
        )
      return withParts(messages, new Map(masked))
    },
  }
}

function mask(part: Part): Part {
  const lines = part.text.split('\n').length
  return { ...part, text: `Old environment output: (${lines} lines omitted)` }
}
