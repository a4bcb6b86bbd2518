import { chars4, est1, type TokenCounter, VarveError } from '@varve/core'
import { findExactCounter } from './exact-counter.ts'

const COUNTERS: Readonly<Record<string, TokenCounter>> = { est1, chars4 }

/** The counter that `memory.counter` names. */
export function tokenCounter(name: string): TokenCounter {
  const counter = COUNTERS[name] ?? findExactCounter(name)
  if (counter) return counter
  // The configuration was checked against the table of settings: this is a fault of ours.
  throw new VarveError('internal', `no such counter: ${name}`)
}
