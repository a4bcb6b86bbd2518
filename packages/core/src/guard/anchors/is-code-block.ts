import type { Anchor } from './anchor.ts'

const FENCE = '```'

/** Whether a text in an anchor is a block of code between fences. */
export function isCodeBlock({ type, raw }: Anchor): boolean {
  return type === 'str' && raw.startsWith(FENCE)
}
