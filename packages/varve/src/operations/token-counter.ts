import { chars4, est1, type TokenCounter, VarveError } from '@varve/core'

const COUNTERS: Readonly<Record<string, TokenCounter>> = { est1, chars4 }

/** The counter that `memory.counter` names. */
export function tokenCounter(name: string): TokenCounter {
  const counter = COUNTERS[name]
  if (counter) return counter
  throw new VarveError(
    'config_invalid',
    `memory.counter ${name} is not installed; est1 and chars4 need nothing`,
    {
      subjects: ['memory.counter'],
      fix: ['varve doctor --config'],
    },
  )
}
