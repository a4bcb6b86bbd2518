import { measureRetention } from '../../guard/rewrite/anchor-retention.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

/** Codes of the guard for which a shortened text is refused; that it leaves things out is what it is for. */
const REFUSED = new Set(['G04', 'G08', 'G09', 'G10', 'G11', 'G14', 'G17'])
const KEPT_TYPES = new Set(['path', 'number', 'version', 'flag'])
const LEAST_KEPT = 0.5
const TOLERANCE = 1.2

/** Speaks to the reader, which an extract of data never does. */
const DIRECTIVE =
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b|\byou (?:must|should|need to|are now)\b|^\s*(?:system|assistant|user)\s*:/im

export interface WrittenInput {
  readonly source: string
  readonly written: string
  readonly maxTokens: number
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
}

/** Why a text that a model wrote is not used, by the guard's codes; none where it may be. */
export function checkWritten({
  source,
  written,
  maxTokens,
  counter,
  redact,
}: WrittenInput): readonly string[] {
  if (written.trim() === '') return ['G14']
  if (counter.count(written) > TOLERANCE * maxTokens) return ['G13']
  if (redact(written) !== written || DIRECTIVE.test(written)) return ['G15']
  const request = { kind: 'digests', sources: [{ id: 'source', text: source }], output: written } as const
  const codes = checkRewrite(request).findings.flatMap(({ code, severity }) =>
    severity === 'reject' && REFUSED.has(code) ? [code] : [],
  )
  return [...new Set([...codes, ...(keepsEnough(source, written) ? [] : ['G07'])])].sort()
}

function keepsEnough(source: string, written: string): boolean {
  const types = measureRetention([{ id: 'source', text: source }], written).types
  const counted = types.filter(({ type }) => KEPT_TYPES.has(type))
  const total = counted.reduce((sum, type) => sum + type.total, 0)
  return total === 0 || counted.reduce((sum, type) => sum + type.kept, 0) / total >= LEAST_KEPT
}
