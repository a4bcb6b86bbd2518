import { closeSync, openSync, readSync } from 'node:fs'
import { VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { type Capture, type CaptureOptions, captureSource, nothingOf } from './capture-file.ts'
import {
  isOpencodeStore,
  listOpencodeSessions,
  OpencodeSession,
  opencodeSourceName,
} from './opencode-store.ts'

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

/** Takes in the sessions that an agent keeps in a database; each is a source of its own. */
export function captureDatabase(
  context: OperationContext,
  path: string,
  options: CaptureOptions,
): readonly Capture[] {
  try {
    const database = context.openForeign(path)
    try {
      if (!isOpencodeStore(database)) return [nothingOf(path, 'unknown_format')]
      return listOpencodeSessions(database).flatMap((id) => {
        const session = OpencodeSession.find(database, id)
        return session === undefined
          ? []
          : { ...captureSource(context, opencodeSourceName(id), session, options), path: `${path}#${id}` }
      })
    } finally {
      database.close()
    }
  } catch (error) {
    if (!VarveError.isInstance(error) || error.code === 'usage') throw error
    return [nothingOf(path, 'unreadable')]
  }
}
