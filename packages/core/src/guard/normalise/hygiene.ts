import { composeText } from '../../domain/compose-text.ts'

const PLAIN_ASCII = /^[\t\n\x20-\x7e]*$/
const LONE_SURROGATE = /\p{Surrogate}/gu
const LINE_END = /\r\n?/g
const WIDTH_FORMS = /[\uff00-\uffef]+/g
// Controls, zero-width and bidirectional marks. U+200C and U+200D join or part letters, so they stay.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const TYPOGRAPHIC = /[\u2010\u2011\u2018\u2019\u201a\u201c-\u201e\u2026\u2212\u00ab\u00bb]/g

/** En and em dashes stay: `1–3` is a range and `1-3` may be a difference. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u2026': '...',
}

/**
 * Step S0: one form for what looks the same. Surrogates, line ends, composed letters, full-width
 * forms, invisible characters, typographic quotes and hyphens. No other compatibility form is
 * touched, because `10²` is not `102`. Total and idempotent.
 */
export function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text
  const wellFormed = text.replace(LONE_SURROGATE, '\ufffd').replace(LINE_END, '\n')
  const composed = composeText(composeText(wellFormed).replace(WIDTH_FORMS, (run) => run.normalize('NFKC')))
  // Composed once more: an invisible character may have kept a letter and its accent apart.
  const visible = composeText(composed.replace(INVISIBLE, ''))
  return visible.replace(TYPOGRAPHIC, (character) => PLAIN[character] ?? character)
}
