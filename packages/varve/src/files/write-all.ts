import { writeSync } from 'node:fs'

/**
 * Writes all of a text to standard output (1) or error (2) before it returns. Straight to the file:
 * `process.stdout` costs a start two milliseconds. A reader that has seen enough, as `head` has, ends
 * the run quietly.
 */
export function writeAll(file: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(file, bytes, done)
    } catch (error) {
      if (codeOf(error) === 'EPIPE') process.exit(0)
      if (codeOf(error) !== 'EAGAIN') throw error
      pause()
    }
  }
}

const PAUSE_MS = 2

/** A full pipe that doesn't block wants its reader to get a turn. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
