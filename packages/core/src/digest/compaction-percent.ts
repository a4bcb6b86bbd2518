import { codePointCount } from '../counters/code-point-count.ts'
import type { EntryText } from '../domain/entry.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { extractSummary } from './extract-summary.ts'

export interface SizeMeasure {
  readonly basis: 'summary' | 'body'
  /** Tokens of this counter; without one, code points. */
  readonly counter: TokenCounter | undefined
}

/** Size of what stands for an entry, or of its whole text. */
export function sizeOf(
  text: Pick<EntryText, 'summary' | 'content'>,
  { basis, counter }: SizeMeasure,
): number {
  const measured = basis === 'summary' ? extractSummary(text) : text.content
  return counter === undefined ? codePointCount(measured) : counter.count(measured)
}

/** How much smaller a digest is than what it stands for, in percent with one decimal; below zero where it is larger. */
export function compactionPercent(digest: number, sources: number): number {
  return percentOf(sources - digest, sources)
}

/** A part of a whole in percent with one decimal, half away from zero; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundHalfAway((100 * part) / whole, 1)
}

/** Rounds half away from zero. */
export function roundHalfAway(value: number, decimals: number): number {
  const scale = 10 ** decimals
  // The smallest step that a double of this size can show keeps 0.05 from rounding as 0.0499….
  const scaled = Math.abs(value) * scale
  const rounded = Math.floor(scaled + 0.5 + scaled * Number.EPSILON) / scale
  return value < 0 && rounded > 0 ? -rounded : rounded
}
