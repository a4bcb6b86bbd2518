import type { FittedSession } from './fitted-session.ts'

/** The parts that were left out, largest first, each with the handle that brings it back. */
export function largestElided({ window }: FittedSession, count: number) {
  const elided = window.parts.filter(({ level, kind }) => level === 'placeholder' && kind !== 'reasoning')
  return elided
    .toSorted((a, b) => b.tokens - a.tokens || a.message - b.message)
    .slice(0, count)
    .map((part) => ({ ...part, handle: window.fidelity.handleOf(part.key) }))
}
