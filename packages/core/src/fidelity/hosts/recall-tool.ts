import type { Fidelity } from '../engine/fidelity.ts'

export interface RecallInput {
  readonly handle: string
  /** Lines, from 1. */
  readonly range?: readonly [first: number, last: number] | undefined
  readonly grep?: string | undefined
  readonly max_tokens?: number | undefined
}

/** The tool by which a model reads back what was left out: register it under this name, with this description. */
export function recallTool(fidelity: Fidelity) {
  return {
    name: 'context_recall',
    description:
      'Shows the original of something that was left out of this conversation, by the handle after “recall”. `grep` or `range` (lines) shows part of it.',
    inputSchema: {
      type: 'object',
      properties: {
        handle: { type: 'string' },
        range: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
        grep: { type: 'string' },
        max_tokens: { type: 'integer' },
      },
      required: ['handle'],
    },
    execute: ({ handle, range, grep, max_tokens: maxTokens }: RecallInput): string => {
      const recalled = fidelity.recall(handle, { range, grep, maxTokens })
      if (!recalled.found) return `No part has this handle. Perhaps: ${recalled.nearest.join(', ')}`
      const more =
        recalled.next === undefined ? '' : `\n… of ${recalled.lines} lines; go on from line ${recalled.next}`
      return `${recalled.text}${more}`
    },
  } as const
}
