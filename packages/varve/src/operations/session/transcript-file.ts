import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { CaptureCursor, Instant } from '@varve/core'
import { TranscriptStream } from '@varve/core/sessions'
import type { TranscriptBatch, TranscriptSource } from './transcript-source.ts'
import { PIECE, TranscriptStretch } from './transcript-stretch.ts'

const HEAD = 64 * 2 ** 10
const TAIL = 4096
const LINE_FEED = 0x0a

/**
 * A file of transcripts: read from where a cursor says, or from its beginning where the file is another one
 * now. A line that isn't ended yet is read where it is whole JSON, and again the next time.
 */
export class TranscriptFile implements TranscriptSource {
  readonly size: number
  readonly writtenAt: Instant
  readonly #path: string
  readonly #file: number
  readonly #key: string
  /** The first lines, which tell whose session it is. */
  readonly #head: Buffer

  /** `unpacked`: what the file holds, where it is packed. */
  constructor(path: string, unpacked?: number) {
    this.#path = path
    this.#file = unpacked ?? openSync(path, 'r')
    this.size = fstatSync(this.#file).size
    this.writtenAt = Math.floor(statSync(path).mtimeMs)
    const head = this.#bytes(0, HEAD)
    const end = head.indexOf(LINE_FEED)
    this.#key = sha256Of(end < 0 ? head : head.subarray(0, end))
    this.#head = head.subarray(0, head.lastIndexOf(LINE_FEED) + 1)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Whether nothing came since `cursor`. */
  isUnchanged(cursor: CaptureCursor): boolean {
    return cursor.size === this.size && this.#continues(cursor)
  }

  /** Stretches from `cursor` on, in order: what is in memory is one of them, or one line. */
  *batches(cursor: CaptureCursor | undefined): Iterable<TranscriptBatch> {
    const start = cursor?.whole !== true && cursor && this.#continues(cursor) ? cursor : undefined
    let [at, lines, format] = [start?.offset ?? 0, start?.lines ?? 0, start?.format]
    for (let isLast = false; !isLast; ) {
      const stretch = this.#read(at, lines, format)
      const { format: found, transcripts, issues } = stretch.end()
      const isWhole = found !== undefined && !stretch.isOfLines
      const offset = isWhole ? this.size : stretch.lineEnd
      format = found
      lines = stretch.lines
      isLast = !stretch.isFull
      const next = this.#cursor(format, offset, lines)
      yield { transcripts, cursor: isWhole ? { ...next, whole: true } : next, bytes: offset - at, issues }
      at = offset
    }
  }

  #read(at: number, lines: number, format: string | undefined): TranscriptStretch {
    const stream = new TranscriptStream({
      everything: true,
      // For formats that don't name their sessions.
      externalId: `${stemOf(this.#path)}~${this.#key.slice(0, 8)}`,
      ...(format === undefined ? {} : { from: format }),
    })
    if (at > 0) stream.push(this.#head.subarray(0, at).toString())
    stream.skipTo(lines)
    const stretch = new TranscriptStretch(stream, at, lines)
    for (let next = at; next < this.size && !stretch.isFull; ) {
      const piece = this.#bytes(next, PIECE, piecesBuffer())
      if (piece.length === 0) break
      next += piece.length
      stretch.take(piece)
    }
    return stretch
  }

  #cursor(format: string | undefined, offset: number, lines: number): CaptureCursor {
    return {
      format: format ?? '',
      file_key: this.#key,
      offset,
      size: this.size,
      lines,
      tail_sha256: this.#tailBefore(offset),
    }
  }

  #continues({ file_key, offset, tail_sha256 }: CaptureCursor): boolean {
    return file_key === this.#key && this.size >= offset && this.#tailBefore(offset) === tail_sha256
  }

  #tailBefore(offset: number): string {
    return sha256Of(this.#bytes(Math.max(0, offset - TAIL), Math.min(TAIL, offset)))
  }

  #bytes(from: number, length: number, into?: Buffer): Buffer {
    const wanted = Math.max(0, Math.min(length, this.size - from))
    const buffer = into?.subarray(0, wanted) ?? Buffer.allocUnsafe(wanted)
    let read = 0
    for (let more = 1; more > 0 && read < buffer.length; read += more) {
      more = readSync(this.#file, buffer, read, buffer.length - read, from + read)
    }
    return buffer.subarray(0, read)
  }
}

let pieces: Buffer | undefined

/** One for all pieces, which are text before the next one is read: fresh memory costs more than reading. */
function piecesBuffer(): Buffer {
  pieces ??= Buffer.allocUnsafeSlow(PIECE)
  return pieces
}

export function sha256Of(bytes: Buffer | string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}

/** The name without its folder and its endings: `.aider.chat.history.md` is `aider`. */
function stemOf(path: string): string {
  return basename(path).replace(/^\./, '').split('.', 1)[0] ?? ''
}
