import type { SourceLine } from '../source-lines.ts'
import { type MarkdownBlock, splitBlocks } from './markdown-block.ts'

/** A piece of Markdown that can stand by itself, with what it needs to be understood. */
export interface MarkdownPiece {
  readonly line: SourceLine
  /** Without its list mark and the indentation that all of its lines share. */
  readonly content: string
  /** From the outermost heading in. */
  readonly headings: readonly string[]
  /** The sentence that leads in the list it is an item of. */
  readonly lead?: string
  /** The mark of a numbered item: the order it stood in. */
  readonly mark?: string
  /** Rules, comments and link definitions that stood beside it. */
  readonly markup: readonly string[]
}

const LIST_MARK = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/

export interface SplitMarkdown {
  readonly pieces: readonly MarkdownPiece[]
  /** Markup of a text that says nothing at all. */
  readonly leftOver: readonly string[]
}

/** Splits Markdown into pieces: one an item, paragraph, table or code block, under its headings. */
export function splitMarkdown(lines: readonly SourceLine[]): SplitMarkdown {
  const splitter = new Splitter()
  const blocks = splitBlocks(lines)
  for (const [index, block] of blocks.entries()) splitter.add(block, blocks[index + 1])
  return { pieces: splitter.pieces(), leftOver: splitter.leftOver }
}

interface OpenHeading {
  readonly level: number
  readonly text: string
  readonly line: SourceLine
  /** Something stands under it. */
  used: boolean
}

interface OpenPiece extends Omit<MarkdownPiece, 'markup'> {
  readonly markup: string[]
}

/** Takes blocks in order and keeps the headings, lead and markup they stand under. */
class Splitter {
  readonly #pieces: OpenPiece[] = []
  #headings: readonly OpenHeading[] = []
  #lead: { readonly text: string; readonly line: SourceLine; hasItems: boolean } | undefined
  #markup: string[] = []

  add(block: MarkdownBlock, next: MarkdownBlock | undefined): void {
    const line = block.lines[0]
    if (line === undefined) return
    switch (block.kind) {
      case 'heading':
        this.#closeLead()
        this.#closeHeadings(block.level)
        this.#headings = [
          ...this.#headings,
          { level: block.level, text: headingText(block), line, used: false },
        ]
        return
      case 'markup':
        for (const each of block.lines) this.#markup.push(each.text)
        return
      case 'item':
        this.#addItem(line, block)
        return
      case 'code':
      case 'table':
        this.#addBlockOfLead(line, verbatim(block))
        return
      case 'text':
        this.#addText(block, line, next)
        return
      default:
        block.kind satisfies never
    }
  }

  pieces(): readonly MarkdownPiece[] {
    this.#closeLead()
    this.#closeHeadings(1)
    const last = this.#pieces.at(-1)
    if (last !== undefined) for (const each of this.#markup.splice(0)) last.markup.push(each)
    return this.#pieces
  }

  /** Markup of a text that has nothing else. */
  get leftOver(): readonly string[] {
    return this.#markup
  }

  #addText(block: MarkdownBlock, line: SourceLine, next: MarkdownBlock | undefined): void {
    const text = verbatim(block)
    this.#closeLead()
    const isLead = next !== undefined && ['item', 'code', 'table'].includes(next.kind) && endsInColon(text)
    if (isLead) this.#lead = { text, line, hasItems: false }
    else this.#push({ line, content: text })
  }

  #addItem(line: SourceLine, block: MarkdownBlock): void {
    const lead = this.#lead === undefined ? {} : { lead: this.#lead.text }
    const isPushed = this.#push({ line, content: itemText(block), ...lead, ...markOf(line.text) })
    if (isPushed && this.#lead !== undefined) this.#lead.hasItems = true
  }

  // A lead with nothing after it says something by itself.
  #closeLead(): void {
    const lead = this.#lead
    this.#lead = undefined
    if (lead?.hasItems === false) this.#push({ line: lead.line, content: lead.text })
  }

  // "Run the tests:" and the code under it are one statement.
  #addBlockOfLead(line: SourceLine, text: string): void {
    const lead = this.#lead?.hasItems === false ? this.#lead : undefined
    this.#lead = undefined
    if (lead === undefined) this.#push({ line, content: text })
    else this.#push({ line: lead.line, content: `${lead.text}\n\n${text}` })
  }

  /** False where it says nothing: it stays beside what does. */
  #push(piece: Omit<OpenPiece, 'headings' | 'markup'>): boolean {
    if (!/[\p{L}\p{N}]/u.test(piece.content)) {
      this.#markup.push(piece.content)
      return false
    }
    for (const heading of this.#headings) heading.used = true
    const headings = this.#headings.map((heading) => heading.text)
    this.#pieces.push({ ...piece, headings, markup: this.#markup.splice(0) })
    return true
  }

  // A heading with nothing under it says something by itself.
  #closeHeadings(level: number): void {
    while (this.#headings.length > 0) {
      const last = this.#headings.at(-1)
      if (last === undefined || last.level < level) return
      this.#headings = this.#headings.slice(0, -1)
      if (!last.used) this.#push({ line: last.line, content: last.text })
    }
  }
}

/** Emphasis and spaces may stand behind the colon. */
function endsInColon(text: string): boolean {
  let end = text.length - 1
  while (end >= 0 && ' \t*_`'.includes(text.charAt(end))) end--
  return ':：'.includes(text.charAt(end)) && end >= 0
}

function headingText(block: MarkdownBlock): string {
  const first = block.lines[0]?.text ?? ''
  if (block.lines.length > 1) return first.trim()
  const text = first.trim().replace(/^#{1,6}/, '')
  return text.trim() === '' ? first.trim() : text.trim()
}

function itemText(block: MarkdownBlock): string {
  const [first = '', ...rest] = block.lines.map((line) => line.text)
  const start = first.replace(LIST_MARK, '')
  return [start === '' ? first.trim() : start, ...withoutIndent(rest)].join('\n')
}

function markOf(text: string): { readonly mark?: string } {
  const mark = LIST_MARK.exec(text)?.[2]
  return mark === undefined || /^[-*+]$/.test(mark) ? {} : { mark }
}

function verbatim(block: MarkdownBlock): string {
  return withoutIndent(block.lines.map((line) => line.text)).join('\n')
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const shared = indents.length === 0 ? 0 : indents.reduce((a, b) => Math.min(a, b))
  return lines.map((line) => line.slice(Math.min(shared, /^[ \t]*/.exec(line)?.[0].length ?? 0)))
}
