import { codePointCount } from './code-point-count.ts'

// The locale is fixed: grapheme boundaries are the same in all of them, but the default is the machine's.
// Made on first use: making it takes some milliseconds.
let segmenter: Intl.Segmenter | undefined

function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** In ASCII each character is a grapheme of its own, but for the two of a Windows line break. */
const ALL_APART = /^[\0-\x0c\x0e-\x7f]*$/

/** The longest prefix of whole graphemes that has at most `limit` code points. */
export function cutGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text
  // What comes next may belong to the last one: it has to be looked at too.
  if (limit >= 0 && ALL_APART.test(text.slice(0, limit + 1))) return text.slice(0, limit)
  let left = limit
  for (const { segment: grapheme, index } of segment(text)) {
    left -= codePointCount(grapheme)
    if (left < 0) return text.slice(0, index)
  }
  return text
}
