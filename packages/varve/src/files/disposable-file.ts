import { type BigIntStats, fstatSync, readSync, statSync, writevSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFailure } from './system-error.ts'
import { fillTemporaryFile } from './temporary-file.ts'
import { moveInPlace } from './write-file-atomically.ts'

/** Which file it is, and when it was last written: tells one that somebody else wrote since. */
export type FileStamp = string

/** A stretch of an open file, in bytes. */
export interface FileStretch {
  readonly descriptor: number
  readonly start: number
  readonly end: number
}

/** What a file is written from. */
export type Chunk = string | Uint8Array | FileStretch

/**
 * Replaces a file that can be made again: a reader sees the old or the new one, but it isn't flushed,
 * so power loss may leave less. The chunks are written one after the other.
 */
export function writeDisposableFile(path: string, chunks: readonly Chunk[], mode?: number): FileStamp {
  let stamp: FileStamp = ''
  try {
    const temporary = fillTemporaryFile(dirname(path), mode, (descriptor) => {
      writeChunks(descriptor, chunks)
      stamp = stampFrom(fstatSync(descriptor, { bigint: true }))
    })
    moveInPlace(temporary, path)
    return stamp
  } catch (error) {
    throw writeFailure(error, path, sizeOf(chunks))
  }
}

/** The stamp of a file as it lies there; undefined where there is none. */
export function findFileStamp(path: string): FileStamp | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && stampFrom(found)
}

export function isInMemory(chunk: Chunk): chunk is Exclude<Chunk, FileStretch> {
  return typeof chunk === 'string' || chunk instanceof Uint8Array
}

export function sizeOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
}

function lengthOf(chunk: Chunk): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk)
  return chunk instanceof Uint8Array ? chunk.length : chunk.end - chunk.start
}

export function stampFrom({ ino, size, mtimeNs }: BigIntStats): FileStamp {
  return `${ino} ${size} ${mtimeNs}`
}

// What the system takes in one call.
const MOST_CHUNKS = 1024
// Small, because memory that was never touched before costs more than copying.
const MEMORY = 1 << 16
const MOST_BYTES_EACH = 3

function writeChunks(descriptor: number, chunks: readonly Chunk[]): void {
  const memory = Buffer.allocUnsafe(MEMORY)
  let filled = 0
  let waiting: Uint8Array[] = []
  const writeTexts = () => {
    if (filled > 0) writeWhole(descriptor, [memory.subarray(0, filled)])
    filled = 0
  }
  const writeWaiting = () => {
    if (waiting.length > 0) writeWhole(descriptor, waiting)
    waiting = []
  }
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      writeWaiting()
      const most = chunk.length * MOST_BYTES_EACH
      if (most > memory.length - filled) writeTexts()
      if (most > memory.length) waiting.push(Buffer.from(chunk))
      else filled += memory.write(chunk, filled)
      continue
    }
    writeTexts()
    if (chunk instanceof Uint8Array) {
      if (waiting.push(chunk) === MOST_CHUNKS) writeWaiting()
      continue
    }
    writeWaiting()
    copyStretch(chunk, descriptor, memory)
  }
  writeTexts()
  writeWaiting()
}

function copyStretch({ descriptor, start, end }: FileStretch, target: number, memory: Uint8Array): void {
  for (let offset = start; offset < end; ) {
    const length = readSync(descriptor, memory, 0, Math.min(memory.length, end - offset), offset)
    if (length === 0) throw new Error('the file is shorter than it was')
    writeWhole(target, [memory.subarray(0, length)])
    offset += length
  }
}

/** A full disk may take a part first, and fail at the next call. */
function writeWhole(descriptor: number, chunks: readonly Uint8Array[]): void {
  let written = writevSync(descriptor, chunks)
  if (written === sizeOf(chunks)) return
  const rest = chunks.flatMap((chunk) => {
    const done = Math.min(written, chunk.length)
    written -= done
    return done === chunk.length ? [] : [chunk.subarray(done)]
  })
  writeWhole(descriptor, rest)
}
