import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { TokenCounter } from '../../../src/ports/token-counter.ts'

export const o200k: TokenCounter = {
  name: 'o200k',
  count: (text) => encode(text, { allowedSpecial: 'all' }).length,
}
