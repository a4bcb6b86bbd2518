import { StringDecoder } from 'node:string_decoder'
import type { Issue } from '@varve/core'
import type { Transcript, TranscriptStream } from '@varve/core/sessions'
import { HeldLine } from './held-line.ts'

/** So much is read before what there is so far is handed on. */
const ENOUGH = 4 * 2 ** 20
const LONGEST_LINE = 64 * 2 ** 20
/** The most that comes at once. */
export const PIECE = 2 ** 20
const LINE_FEED = 0x0a

/** Reads pieces of a file up to the end of a line, and knows where its lines are. */
export class TranscriptStretch {
  /** True where the rest of the file is for another stretch. */
  isFull = false
  /** Where the last line that is ended ends. */
  lineEnd: number
  /** How many lines of the file are ended. */
  lines: number
  readonly #stream: TranscriptStream
  readonly #begin: number
  readonly #firstLine: number
  readonly #lineStarts: number[] = []
  readonly #issues: Issue[] = []
  /** Of formats whose lines are records. */
  readonly #held = new HeldLine(LONGEST_LINE + 2 * PIECE)
  /** Of what must be there as a whole, and of files that aren't known yet. */
  readonly #decoder = new StringDecoder('utf8')
  /** Up to where it was read. */
  #at: number
  /** What was read ends within a line. */
  #isInLine = false
  /** In the middle of a line that is too long. */
  #isSkipping = false

  constructor(stream: TranscriptStream, begin: number, lines: number) {
    this.#stream = stream
    this.#begin = begin
    this.#firstLine = lines
    this.#at = begin
    this.lineEnd = begin
    this.lines = lines
  }

  get isOfLines(): boolean {
    return this.#stream.isOfLines
  }

  take(piece: Buffer): void {
    const end = piece.lastIndexOf(LINE_FEED) + 1
    if (end > 0) this.#takeLines(piece.subarray(0, end))
    this.isFull = end > 0 && this.isOfLines && this.lineEnd - this.#begin >= ENOUGH
    if (this.isFull) return
    this.#pushPart(piece.subarray(end))
  }

  end(): {
    readonly format?: string
    readonly transcripts: readonly Transcript[]
    readonly issues: readonly Issue[]
  } {
    if (this.#held.length > 0) this.#stream.push(this.#held.take())
    const { format, transcripts, issues } = this.#stream.end()
    return {
      ...(format === undefined ? {} : { format }),
      transcripts,
      issues: [...this.#issues, ...issues.flatMap((issue) => this.#placed(issue))],
    }
  }

  #takeLines(bytes: Buffer): void {
    let rest = bytes
    if (this.#isSkipping) rest = this.#endSkipping(bytes)
    for (let at = 0; at < rest.length; ) {
      this.#lineStarts.push(this.lineEnd)
      const next = rest.indexOf(LINE_FEED, at) + 1
      this.lineEnd = this.#at + next
      this.lines++
      at = next
    }
    this.#pushLines(rest)
  }

  /** Whole lines, but for the first one's beginning. */
  #pushLines(bytes: Buffer): void {
    this.#at += bytes.length
    const begun = this.#isInLine ? bytes.indexOf(LINE_FEED) + 1 : 0
    if (begun > 0) this.#endLine(bytes.subarray(0, begun))
    this.#isInLine = false
    // Line by line: one letter that isn't Latin makes a string twice as large, and all that is cut from it.
    for (let at = begun; at < bytes.length; ) {
      const next = bytes.indexOf(LINE_FEED, at) + 1
      this.#stream.push(bytes.toString('utf8', at, next))
      at = next
    }
  }

  /** The beginning of a line, or more of it. */
  #pushPart(bytes: Buffer): void {
    this.#at += bytes.length
    if (this.#isSkipping || bytes.length === 0) return
    this.#isInLine = true
    if (!this.isOfLines) {
      this.#stream.push(this.#decoder.write(bytes))
      return
    }
    this.#held.append(bytes)
    if (this.#held.length <= LONGEST_LINE) return
    this.#isSkipping = true
    this.#isInLine = false
    this.#held.drop()
  }

  #endLine(bytes: Buffer): void {
    if (this.#held.length === 0) {
      this.#stream.push(this.#decoder.write(bytes))
      return
    }
    this.#held.append(bytes)
    this.#stream.push(this.#held.take())
  }

  #endSkipping(bytes: Buffer): Buffer {
    const end = bytes.indexOf(LINE_FEED) + 1
    this.#at += end
    this.#issues.push(tooLong(this.lines, this.lineEnd, this.#at - this.lineEnd))
    this.#lineStarts.push(this.lineEnd)
    this.lineEnd = this.#at
    this.lines++
    this.#stream.skipTo(this.lines)
    this.#isSkipping = false
    return bytes.subarray(end)
  }

  /** An issue with its place in bytes; none of lines that were read before, or are still being written. */
  #placed(issue: Issue): readonly Issue[] {
    const line = issue.detail?.line
    if (typeof line !== 'number') return [issue]
    if (!this.isOfLines) return [issue]
    if (line <= this.#firstLine || line > this.lines) return []
    return [{ ...issue, detail: { ...issue.detail, offset: this.#lineStarts[line - 1 - this.#firstLine] } }]
  }
}

function tooLong(line: number, offset: number, length: number): Issue {
  return {
    code: 'transcript_long_line',
    severity: 'warning',
    subjects: [`line ${line + 1}`],
    message: `Line ${line + 1} has ${length} bytes and was left out.`,
    detail: { line: line + 1, offset, length },
    fix: [],
  }
}
