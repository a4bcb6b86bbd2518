import type { SourceLine } from '../source-lines.ts'

export const BLOCK_KINDS = ['heading', 'item', 'code', 'table', 'text', 'markup'] as const

/** A stretch of lines that belong together. Every line of a text is in exactly one block, or blank. */
export interface MarkdownBlock {
  readonly kind: (typeof BLOCK_KINDS)[number]
  readonly lines: readonly SourceLine[]
  /** Headings: 1 to 6. */
  readonly level: number
}

const FENCE = /^(\s*)(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:\s|$)/
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+|$)/
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/
const UNDERLINE = /^ {0,3}(={2,}|-{2,})\s*$/
const TABLE_ROW = /^\s*\|/
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/
const COMMENT = /^\s*<!--/

/**
 * Cuts Markdown into blocks, line by line: headings, list items with all that is nested in them,
 * fenced code, tables, paragraphs, and markup that says nothing by itself (rules, comments, link
 * definitions). A line goes to one block and none is dropped, whatever the text looks like.
 */
export function splitBlocks(lines: readonly SourceLine[]): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    if (line === undefined || line.text.trim() === '') {
      at++
      continue
    }
    const block = nextBlock(lines, at, line.text)
    blocks.push({ ...block, lines: trimmedEnd(lines.slice(at, block.end)) })
    at = block.end
  }
  return blocks
}

interface BlockEnd {
  readonly kind: MarkdownBlock['kind']
  readonly level: number
  readonly end: number
}

function nextBlock(lines: readonly SourceLine[], at: number, text: string): BlockEnd {
  const heading = HEADING.exec(text)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, end: at + 1 }
  if (COMMENT.test(text)) return { kind: 'markup', level: 0, end: endOfComment(lines, at) }
  if (RULE.test(text) || DEFINITION.test(text)) return { kind: 'markup', level: 0, end: at + 1 }
  if (FENCE.test(text)) return { kind: 'code', level: 0, end: endOfFence(lines, at) }
  const item = ITEM.exec(text)
  if (item) return { kind: 'item', level: 0, end: endOfItem(lines, at, item[1]?.length ?? 0) }
  if (TABLE_ROW.test(text)) return { kind: 'table', level: 0, end: endOfParagraph(lines, at) }
  return paragraph(lines, at)
}

function paragraph(lines: readonly SourceLine[], at: number): BlockEnd {
  const underline = UNDERLINE.exec(lines[at + 1]?.text ?? '')
  if (underline) return { kind: 'heading', level: underline[1]?.startsWith('=') ? 1 : 2, end: at + 2 }
  return { kind: 'text', level: 0, end: endOfParagraph(lines, at) }
}

function endOfParagraph(lines: readonly SourceLine[], at: number): number {
  let end = at + 1
  for (; end < lines.length; end++) {
    const text = lines[end]?.text ?? ''
    if (text.trim() === '' || startsBlock(text)) break
    if (UNDERLINE.test(lines[end + 1]?.text ?? '') && !TABLE_ROW.test(text)) break
  }
  return end
}

function startsBlock(text: string): boolean {
  return [HEADING, FENCE, ITEM, RULE, COMMENT].some((pattern) => pattern.test(text))
}

// An item takes in all that stands deeper than its mark, and lines that go on without a blank one.
function endOfItem(lines: readonly SourceLine[], at: number, indent: number): number {
  let end = at + 1
  let isAfterBlank = false
  while (end < lines.length) {
    const text = lines[end]?.text ?? ''
    if (text.trim() === '') {
      isAfterBlank = true
      end++
      continue
    }
    const isDeeper = indentOf(text) > indent
    if (!isDeeper && (isAfterBlank || startsBlock(text))) break
    end = isDeeper && FENCE.test(text) ? endOfFence(lines, end) : end + 1
    isAfterBlank = false
  }
  return end
}

function endOfFence(lines: readonly SourceLine[], at: number): number {
  const mark = FENCE.exec(lines[at]?.text ?? '')?.[2] ?? '```'
  const closing = new RegExp(`^\\s*${mark.charAt(0)}{${mark.length},}\\s*$`)
  for (let end = at + 1; end < lines.length; end++) {
    if (closing.test(lines[end]?.text ?? '')) return end + 1
  }
  return lines.length
}

function endOfComment(lines: readonly SourceLine[], at: number): number {
  for (let end = at; end < lines.length; end++) {
    if ((lines[end]?.text ?? '').includes('-->')) return end + 1
  }
  // Never closed: only this line is one, so that the rest of the file is still read.
  return at + 1
}

function indentOf(text: string): number {
  let width = 0
  for (const character of text) {
    if (character === ' ') width++
    else if (character === '\t') width += 4
    else break
  }
  return width
}

function trimmedEnd(lines: readonly SourceLine[]): readonly SourceLine[] {
  let end = lines.length
  while (end > 1 && (lines[end - 1]?.text ?? '').trim() === '') end--
  return lines.slice(0, end)
}
