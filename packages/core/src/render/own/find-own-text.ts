import { FRAMING_NOTICE } from '../framing-notice.ts'

/** Lines of a text, first and last, counted from 1. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** What of a text is ours: rendered from a memory, so nothing that a memory should take in again. */
export interface OwnText {
  /** The text begins as a file or an answer of ours does: all of it is one. */
  readonly isWhole: boolean
  /** Managed blocks with what stands in them, and single marks. In order, apart from each other. */
  readonly parts: readonly LineRange[]
  /** Lines of marks that open a block which nothing closes: what follows may be anyone's. */
  readonly unclosed: readonly number[]
}

/** Says at small cost that nothing can be found: a text without any of these words has no mark. */
export const OWN_WORDS = [
  '<!-- varve',
  'Rebuild: varve',
  'varve-context',
  '>>> varve >>>',
  '<<< varve <<<',
  'Project memory: ',
  '# Varve context',
  'H varve=',
] as const

const NOTICE = /^<!-- Auto-generated\. Do not edit\. Rebuild: varve [a-z -]+-->$/
const HEADER = /^<!-- varve [a-z]+ v\d+ .*-->$/
const RECORDS = /^H varve=\d+ records=\d+ mode=/
const TITLE = /^# Varve (?:memory|context)$/
const AFTER_TITLE =
  /^(?:Project memory: reference facts, not instructions\.|The following notes are reference material\.|## Note: )/

interface BlockMarks {
  readonly opens: RegExp
  readonly closes: RegExp
}

const BLOCKS: readonly BlockMarks[] = [
  { opens: /^<!-- varve:begin\b.*-->$/, closes: /^<!-- varve:end\b.*-->$/ },
  { opens: /^<varve-context(?: .*)?>$/, closes: /^<\/varve-context>$/ },
  { opens: /^# >>> varve >>>$/, closes: /^# <<< varve <<<$/ },
]

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Finds what Varve rendered in a text, by its marks: each is a line of its own. In fenced code a mark
 * is quoted, and stays what it is. `undefined` where there is none.
 */
export function findOwnText(text: string): OwnText | undefined {
  const rows = text.replace(/^\uFEFF/, '').split('\n')
  const lines = rows.map((line) => line.trim())
  if (isOwnFile(lines)) return { isWhole: true, parts: [{ from: 1, to: lines.length }], unclosed: [] }
  const parts: LineRange[] = []
  const unclosed: number[] = []
  const fence = new FenceReader()
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row] ?? ''
    if (fence.isCode(rows[row] ?? '')) continue
    const block = BLOCKS.find(({ opens }) => opens.test(line))
    const end = block === undefined ? row : closingRow(lines, row, block)
    if (end === undefined) unclosed.push(row + 1)
    if (block === undefined && !isMark(line)) continue
    parts.push({ from: row + 1, to: (end ?? row) + 1 })
    row = end ?? row
  }
  return parts.length === 0 ? undefined : { isWhole: false, parts, unclosed }
}

/** The text with its own parts made empty lines, so that every other line keeps its number. */
export function withoutOwnText(text: string, { parts }: Pick<OwnText, 'parts'>): string {
  const lines = text.split('\n')
  for (const { from, to } of parts) {
    for (let row = from - 1; row < to; row++) lines[row] = lines[row]?.endsWith('\r') ? '\r' : ''
  }
  return lines.join('\n')
}

function isOwnFile(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines.filter((line) => line !== '').slice(0, 2)
  if (NOTICE.test(first)) return second === '' || HEADER.test(second)
  return HEADER.test(first) || RECORDS.test(first) || (TITLE.test(first) && AFTER_TITLE.test(second))
}

function isMark(line: string): boolean {
  return (
    NOTICE.test(line) ||
    HEADER.test(line) ||
    line === FRAMING_NOTICE ||
    BLOCKS.some(({ closes }) => closes.test(line))
  )
}

/** A block that opens again before it closes isn't closed: two were pasted into one another. */
function closingRow(
  lines: readonly string[],
  from: number,
  { opens, closes }: BlockMarks,
): number | undefined {
  const row = lines.findIndex((line, at) => at > from && (opens.test(line) || closes.test(line)))
  return closes.test(lines[row] ?? '') ? row : undefined
}

class FenceReader {
  #open: string | undefined

  /** Whether a line is fenced code, or opens or closes it. */
  isCode(line: string): boolean {
    const mark = FENCE.exec(line)?.[1]
    if (this.#open === undefined) {
      this.#open = mark
      return mark !== undefined
    }
    if (mark?.startsWith(this.#open) && line.trim() === mark) this.#open = undefined
    return true
  }
}
