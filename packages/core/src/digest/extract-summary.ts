import type { EntryText } from '../domain/entry.ts'

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const REFERENCE = /^ {0,3}\[[^\]]+\]:[ \t]*\S/
const IMAGE = /^[ \t]*!\[[^\]]*\]\([^)]*\)[ \t]*$/

/**
 * What stands for an entry where there is room for a line: its summary field; else the first paragraph
 * under a heading `Summary`; else the first paragraph; else nothing. Markup stays as it is.
 */
export function extractSummary({ summary, content }: Pick<EntryText, 'summary' | 'content'>): string {
  const own = summary?.trim()
  if (own) return own
  const lines = readLines(content)
  const start = lines.findIndex((line) => line.kind === 'heading' && isSummaryHeading(line.text))
  const under = start < 0 ? '' : paragraphOf(lines, start + 1, true)
  return under || paragraphOf(lines, 0, false)
}

interface Line {
  /** `skipped` ends a paragraph and belongs to none. */
  readonly kind: 'text' | 'heading' | 'blank' | 'skipped'
  readonly text: string
}

function isSummaryHeading(line: string): boolean {
  const text = line.replace(/^[ \t]*#+/, '').trim()
  return /^summary[:# \t]*$/i.test(text)
}

/** The first run of text lines from there on, on one line; where asked, not past the next heading. */
function paragraphOf(lines: readonly Line[], from: number, stopsAtHeading: boolean): string {
  const found: string[] = []
  for (const { kind, text } of lines.slice(from)) {
    if (kind === 'text') found.push(text.trim())
    else if (found.length > 0 || (kind === 'heading' && stopsAtHeading)) break
  }
  return found.join(' ').trim()
}

function readLines(content: string): readonly Line[] {
  let fence: string | undefined
  return withoutComments(content.replace(/\r\n?/g, '\n'))
    .split('\n')
    .map((text): Line => {
      const mark = FENCE.exec(text)?.[1]
      if (fence !== undefined) {
        if (mark?.startsWith(fence) && text.trim() === mark) fence = undefined
        return { kind: 'skipped', text }
      }
      if (mark !== undefined) {
        fence = mark
        return { kind: 'skipped', text }
      }
      return { kind: kindOf(text), text }
    })
}

function kindOf(text: string): Line['kind'] {
  if (text.trim() === '') return 'blank'
  if (HEADING.test(text)) return 'heading'
  return RULE.test(text) || REFERENCE.test(text) || IMAGE.test(text) ? 'skipped' : 'text'
}

/** A comment inside code is code. */
function withoutComments(content: string): string {
  if (!content.includes('<!--')) return content
  const kept: string[] = []
  let fence: string | undefined
  let isInComment = false
  for (const line of content.split('\n')) {
    const mark = isInComment ? undefined : FENCE.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    if (fence !== undefined || mark !== undefined) {
      kept.push(line)
      continue
    }
    const stripped = stripComments(line, isInComment)
    isInComment = stripped.isInComment
    // A line that held nothing but a comment neither joins nor parts the lines around it.
    if (stripped.text.trim() !== '' || line.trim() === '') kept.push(stripped.text)
  }
  return kept.join('\n')
}

function stripComments(
  line: string,
  startsInComment: boolean,
): { readonly text: string; readonly isInComment: boolean } {
  let text = ''
  let rest = line
  let isInComment = startsInComment
  for (;;) {
    const mark = isInComment ? '-->' : '<!--'
    const at = rest.indexOf(mark)
    if (at < 0) return { text: isInComment ? text : text + rest, isInComment }
    if (!isInComment) text += rest.slice(0, at)
    rest = rest.slice(at + mark.length)
    isInComment = !isInComment
  }
}
