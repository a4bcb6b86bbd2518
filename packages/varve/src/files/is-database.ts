import { closeSync, openSync, readSync } from 'node:fs'

const MAGIC = Buffer.from('SQLite format 3\0')

/** Whether a file is a database of SQLite. */
export function isDatabase(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(MAGIC.length)
      readSync(file, head)
      return head.equals(MAGIC)
    } finally {
      closeSync(file)
    }
  } catch {
    // What can't be read is told of where it is read.
    return false
  }
}
