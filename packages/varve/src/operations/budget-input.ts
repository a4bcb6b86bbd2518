import type { Budget } from '@varve/core/recall'
import type { OperationContext } from './context.ts'
import { choice, type InputOf, integer } from './field.ts'
import { tokenCounter } from './token-counter.ts'

const COUNTERS = ['est1', 'chars4', 'cl100k', 'o200k', 'claude'] as const

/** How much may be printed. */
export const budgetFields = {
  maxChars: integer('Print no more than so many characters, all counted', { minimum: 0 }),
  maxTokens: integer('Print no more than so many tokens', { minimum: 0 }),
  counter: choice('How tokens are counted (default: memory.counter)', COUNTERS),
}

export function budgetOf(
  { maxChars, maxTokens, counter }: InputOf<typeof budgetFields>,
  { config }: OperationContext,
): Budget {
  return { maxChars, maxTokens, counter: tokenCounter(counter ?? config.memory.counter) }
}
