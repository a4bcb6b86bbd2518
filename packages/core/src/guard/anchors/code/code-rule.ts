import { PRODUCTS } from '../../language/products.ts'
import { type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'

const CHAIN = /[a-z_][\w$]*(?:(?:\.|::)[a-z_]\w*)*(?:\(\))?/iy
const DIGITS_FIRST = /\d+[a-z]\w*/iy
const HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/
const CAPITALS = /^[A-Z][A-Z0-9]+s?$/
const HAS_DIGIT = /\d/
const HAS_LETTER = /[a-z]/i
/** An accent that belongs to the letter before it: the word goes on. */
const ACCENT = /\p{M}/uy

/** Identifiers: calls, dotted and scoped names, snake and camel case, error codes, other capitals. */
export const codeRule: AnchorRule = {
  name: 'code',
  opens: ['compound', 'digit'],
  match(scan, start) {
    const match = matchAt(CHAIN, scan, start) ?? matchAt(DIGITS_FIRST, scan, start)
    const raw = match?.[0] ?? ''
    const end = start + raw.length
    if (raw === '' || !isCode(raw, scan) || matchAt(ACCENT, scan, end) !== undefined) return undefined
    return { type: 'code', end, value: raw, kind: 'word' }
  },
}

function isCode(raw: string, scan: Scan): boolean {
  if (raw.endsWith('()') || raw.includes('::')) return true
  if (raw.includes('.')) return raw.length > 3
  if (!HAS_LETTER.test(raw)) return false
  const lower = raw.toLowerCase()
  if (PRODUCTS.has(lower)) return false
  if (raw.includes('_') || HUMP.test(raw) || HAS_DIGIT.test(raw)) return true
  return CAPITALS.test(raw) && raw.length > 1 && !isWord(lower, scan)
}

function isWord(lower: string, { profile }: Scan): boolean {
  return profile.functionWords.has(lower) || profile.negators.has(lower) || profile.ordinaryWords.has(lower)
}
