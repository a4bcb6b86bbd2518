import { type BigIntStats, fstatSync, statSync, writevSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFailure } from './system-error.ts'
import { fillTemporaryFile } from './temporary-file.ts'
import { moveInPlace } from './write-file-atomically.ts'

/** Which file it is, and when it was last written: tells one that somebody else wrote since. */
export type FileStamp = string

/**
 * Replaces a file that can be made again: a reader sees the old or the new one, but it isn't flushed,
 * so power loss may leave less. The chunks are written one after the other.
 */
export function writeDisposableFile(path: string, chunks: readonly Uint8Array[], mode?: number): FileStamp {
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

export function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0)
}

export function stampFrom({ ino, size, mtimeNs }: BigIntStats): FileStamp {
  return `${ino} ${size} ${mtimeNs}`
}

// What the system takes in one call.
const MOST_CHUNKS = 1024

function writeChunks(descriptor: number, chunks: readonly Uint8Array[]): void {
  for (let start = 0; start < chunks.length; start += MOST_CHUNKS) {
    writeWhole(descriptor, chunks.slice(start, start + MOST_CHUNKS))
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
