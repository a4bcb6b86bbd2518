import { existsSync, readFileSync } from 'node:fs'
import { isMissing, readFailure } from './system-error.ts'

/** The text of a file, or undefined where there is none; throws `unreadable` where it can't be read. */
export function readTextFile(path: string): string | undefined {
  // Asking first is ten times cheaper than an exception, and most files asked for here are absent.
  if (!existsSync(path)) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw readFailure(error, path)
  }
}
