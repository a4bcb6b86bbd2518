import type { TokenCounter } from '../ports/token-counter.ts'
import { codePointCount } from './code-point-count.ts'

/** Four code points a token, whatever the script. */
export const chars4: TokenCounter = {
  name: 'chars4',
  count: (text) => Math.ceil(codePointCount(text) / 4),
}
