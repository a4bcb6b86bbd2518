import { TextDecoder } from 'node:util'
import type { QuarantinedDraft, SourceFile } from './import-format.ts'

/** A line of a file, without its end. */
export interface SourceLine {
  /** 1-based. */
  readonly number: number
  /** Bytes from the start of the file. */
  readonly offset: number
  readonly text: string
}

export interface SourceLines {
  readonly lines: readonly SourceLine[]
  readonly quarantined: readonly QuarantinedDraft[]
}

const LINE_FEED = 0x0a
const BYTE_ORDER_MARK = '\uFEFF'
/** A longer line is not held in memory as text: its start and its size are kept. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024
const KEPT_OF_LONG_LINE = 64 * 1024

/** All the lines of a file that are readable text, and those that aren't. */
export function readLines(file: SourceFile, format: string): SourceLines {
  const quarantined: QuarantinedDraft[] = []
  return { lines: [...eachLine(file, format, quarantined)], quarantined }
}

/**
 * The lines of a file that are readable text, one at a time. A line that is not UTF-8, holds a NUL, is
 * far too long or is left over from a merge goes to `quarantined` by itself; the others keep their
 * numbers.
 */
export function* eachLine(
  file: SourceFile,
  format: string,
  quarantined: QuarantinedDraft[],
): Generator<SourceLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const conflict = new ConflictTracker()
  let number = 0
  for (let offset = 0; offset < file.bytes.length; ) {
    number++
    const feed = file.bytes.indexOf(LINE_FEED, offset)
    const end = feed === -1 ? file.bytes.length : feed
    const bytes = file.bytes.subarray(offset, end)
    const line = decodeLine(bytes, decoder, number === 1)
    const reason = line.reason ?? conflict.reasonOf(line.text)
    if (reason === undefined) yield { number, offset, text: line.text }
    else quarantined.push(quarantinedLine(file, format, { number, offset, bytes, text: line.text, reason }))
    offset = end + 1
  }
}

/** An item of one or more lines that a format could make nothing of. */
export function quarantine(
  file: string,
  format: string,
  at: Pick<SourceLine, 'number' | 'offset'>,
  text: string,
  reason: string,
): QuarantinedDraft {
  return { format, file, line: at.number, offset: at.offset, reason, text, encoding: 'utf8' }
}

/** A whole file that a format could make nothing of; `text` is undefined where it is no UTF-8. */
export function quarantinedFile(
  file: SourceFile,
  format: string,
  { text, position }: { readonly text: string | undefined; readonly position: number },
  reason: string,
): QuarantinedDraft {
  const before = text?.slice(0, position) ?? ''
  const at = { number: before.split('\n').length, offset: Buffer.byteLength(before) }
  const item = quarantine(file.path, format, at, text ?? '', reason)
  return text === undefined
    ? { ...item, text: Buffer.from(file.bytes).toString('base64'), encoding: 'base64' }
    : item
}

interface DecodedLine {
  readonly text: string
  readonly reason?: string
}

function decodeLine(bytes: Uint8Array, decoder: TextDecoder, isFirst: boolean): DecodedLine {
  if (bytes.length > MAX_LINE_BYTES) return { text: '', reason: `line_too_long (${bytes.length} bytes)` }
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { text: '', reason: 'invalid_utf8' }
  }
  if (text.endsWith('\r')) text = text.slice(0, -1)
  if (isFirst && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1)
  return text.includes('\0') ? { text, reason: 'nul_byte' } : { text }
}

function quarantinedLine(
  file: SourceFile,
  format: string,
  line: SourceLine & { readonly bytes: Uint8Array; readonly reason: string },
): QuarantinedDraft {
  const isText = line.text !== ''
  return {
    format,
    file: file.path,
    line: line.number,
    offset: line.offset,
    reason: line.reason,
    text: isText ? line.text : Buffer.from(line.bytes.subarray(0, KEPT_OF_LONG_LINE)).toString('base64'),
    encoding: isText ? 'utf8' : 'base64',
  }
}

/** Finds the three lines that git leaves round a conflict; what stands between them is read as usual. */
class ConflictTracker {
  #open = false
  #fenced = false

  reasonOf(line: string): string | undefined {
    if (/^\s*(?:```|~~~)/.test(line)) this.#fenced = !this.#fenced
    if (this.#fenced && !this.#open) return undefined
    if (/^<{7}(?: |$)/.test(line)) this.#open = true
    else if (this.#open && /^>{7}(?: |$)/.test(line)) this.#open = false
    else if (!this.#open || !/^(?:={7}$|\|{7}(?: |$))/.test(line)) return undefined
    return 'conflict_marker'
  }
}
