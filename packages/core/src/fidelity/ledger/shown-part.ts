import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Part } from '../model/message.ts'
import { partTokens } from '../model/part-tokens.ts'
import type { Decision } from './decision.ts'

/** A part with other text in its envelope. The payload goes as a whole: nothing of the original stays (INV-12). */
export function withText(part: Part, text: string): Part {
  const { args: _, tokens: __, ...envelope } = part
  const kind = part.kind === 'image' || part.kind === 'attachment' ? 'text' : part.kind
  return { ...envelope, kind, text, raw: undefined }
}

/** Tokens of a part with other text in its envelope; null leaves the part out. */
export function renderedTokens(part: Part, text: string | null, counter: TokenCounter): number {
  return text === null ? 0 : partTokens(withText(part, text), counter)
}

/** Tokens of what is shown of a part under a decision. */
export function shownTokens(
  decision: Pick<Decision, 'level' | 'tokensAfter'> | undefined,
  original: number,
): number {
  return decision === undefined || decision.level === 'full' ? original : decision.tokensAfter
}
