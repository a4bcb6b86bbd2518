import { isWhitespace } from './characters.ts'
import { trimWhitespace } from './whitespace.ts'

/** A stretch of a text: prose as it stands, or a code span. */
export interface Segment {
  readonly kind: 'prose' | 'code'
  /** As it stands in the text, backticks included. */
  readonly source: string
  /** The prose itself, or what the code span holds, verbatim. */
  readonly text: string
}

interface Run {
  readonly start: number
  readonly length: number
}

const FENCE_LENGTH = 3

/**
 * Parts a text into prose and code. A code span goes from a run of backticks to the next run of
 * the same length; a run without such a partner is prose. Neither kind is ever empty of source.
 */
export function splitCodeSpans(text: string): readonly Segment[] {
  if (!text.includes('`')) return text === '' ? [] : [prose(text)]
  const runs = backtickRuns(text)
  const partners = partnersOf(runs)
  const segments: Segment[] = []
  let copied = 0
  for (let index = 0; index < runs.length; index++) {
    const opening = runs[index]
    const partner = partners[index]
    const closing = partner === undefined ? undefined : runs[partner]
    if (opening === undefined || partner === undefined || closing === undefined) continue
    if (opening.start > copied) segments.push(prose(text.slice(copied, opening.start)))
    const end = closing.start + closing.length
    segments.push(code(text.slice(opening.start, end), opening.length))
    copied = end
    index = partner
  }
  if (copied < text.length) segments.push(prose(text.slice(copied)))
  return segments
}

function backtickRuns(text: string): readonly Run[] {
  const runs: Run[] = []
  let start = text.indexOf('`')
  while (start !== -1) {
    let end = start + 1
    while (text.charAt(end) === '`') end++
    runs.push({ start, length: end - start })
    start = text.indexOf('`', end)
  }
  return runs
}

/** For each run the next one of its length: found from the back, so that the time stays linear. */
function partnersOf(runs: readonly Run[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const partners = new Array<number | undefined>(runs.length)
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0
    partners[index] = next.get(length)
    next.set(length, index)
  }
  return partners
}

function prose(source: string): Segment {
  return { kind: 'prose', source, text: source }
}

function code(source: string, marks: number): Segment {
  const inside = source.slice(marks, -marks)
  const isBlock = marks >= FENCE_LENGTH && inside.includes('\n')
  return { kind: 'code', source, text: isBlock ? blockText(inside) : inlineText(inside) }
}

function inlineText(inside: string): string {
  return trimWhitespace(inside.replaceAll('\n', ' '))
}

/** Without the info string and a blank last line. */
function blockText(inside: string): string {
  const body = inside.slice(inside.indexOf('\n') + 1)
  const lastLine = body.lastIndexOf('\n') + 1
  for (let position = lastLine; position < body.length; position++) {
    if (!isWhitespace(body.charCodeAt(position))) return body
  }
  return body.slice(0, Math.max(0, lastLine - 1))
}
