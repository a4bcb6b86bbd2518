import { codePointCount } from './code-point-count.ts'

// The locale is fixed: grapheme boundaries are the same in all of them, but the default is the machine's.
// Made on first use: making it takes some milliseconds.
let segmenter: Intl.Segmenter | undefined

function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The longest prefix of whole graphemes that has at most `limit` code points. */
export function cutGraphemes(text: string, limit: number): string {
  if (text.length <= limit) return text
  let left = limit
  for (const { segment: grapheme, index } of segment(text)) {
    left -= codePointCount(grapheme)
    if (left < 0) return text.slice(0, index)
  }
  return text
}
