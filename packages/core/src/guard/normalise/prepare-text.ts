import { type Segment, splitCodeSpans } from './code-spans.ts'
import { cleanText } from './hygiene.ts'
import { stripLeadingMarks } from './leading-marks.ts'
import { stripTrailingPunctuation } from './trailing-punctuation.ts'
import { collapseWhitespace, trimWhitespace } from './whitespace.ts'
import { stripWrappingQuotes } from './wrapping-quotes.ts'

/**
 * Steps S0, S1 and S3: the text without what carries no meaning. Code marks, capitals and line
 * starts are still there, so preparing a prepared text changes nothing.
 */
export function prepareText(text: string): string {
  return stripOuterMarks(collapseSpaces(cleanText(text)))
}

/** Step S1: whitespace outside code spans becomes single spaces and line feeds; the ends go. */
export function collapseSpaces(text: string): string {
  if (!text.includes('`')) return trimWhitespace(collapseWhitespace(text))
  const collapsed = splitCodeSpans(text).map((segment) =>
    segment.kind === 'code' ? segment.source : collapseWhitespace(segment.source),
  )
  return trimWhitespace(collapsed.join(''))
}

/**
 * Step S3: leading marks, one pair of quotes and trailing punctuation, until none is left. Each
 * round but the last takes a pair of quotes or frees one, so there are only a few.
 */
export function stripOuterMarks(text: string): string {
  let before = text
  for (;;) {
    const after = stripEnd(stripWrappingQuotes(stripLeadingMarks(before)))
    if (after === before) return after
    before = after
  }
}

function stripEnd(text: string): string {
  if (!text.includes('`')) return stripTrailingPunctuation(text, false)
  const segments = splitCodeSpans(text)
  const last = segments.at(-1)
  if (last === undefined || last.kind === 'code') return text
  const start = text.length - last.source.length
  return text.slice(0, start) + stripTrailingPunctuation(last.source, isCode(segments.at(-2)))
}

function isCode(segment: Segment | undefined): boolean {
  return segment?.kind === 'code'
}
