import { VarveError } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { type Capture, type CaptureOptions, nothingOf } from './capture.ts'
import { captureSource } from './capture-file.ts'
import {
  isOpencodeStore,
  listOpencodeSessions,
  OpencodeSession,
  opencodeSourceName,
} from './opencode-store.ts'

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
