import { writeSync } from 'node:fs'

/**
 * Writes all of a text to standard output (1) or error (2) before it returns. Straight to the file:
 * `process.stdout` costs a start two milliseconds. A reader that has seen enough, as `head` has, ends
 * the run quietly.
 */
export function writeAll(file: 1 | 2, text: string): void {
  // As it is at first: most texts are taken whole, and a copy would be memory that is touched for the first time.
  const taken = attempt(() => writeSync(file, text))
  const size = Buffer.byteLength(text)
  if (taken === size) return
  const bytes = Buffer.from(text)
  for (let done = taken; done < size; ) done += attempt(() => writeSync(file, bytes, done))
}

const PAUSE_MS = 2

/** How many bytes were taken. A full pipe that doesn't block takes none, and wants its reader to get a turn. */
function attempt(write: () => number): number {
  try {
    return write()
  } catch (error) {
    if (codeOf(error) === 'EPIPE') process.exit(0)
    if (codeOf(error) !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    return 0
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
