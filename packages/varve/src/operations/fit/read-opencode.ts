import { type ReadOptions, readTranscript, type TranscriptFile } from '@varve/core/fidelity'
import type { ForeignDatabase, OperationContext } from '../context.ts'
import {
  exportOpencode,
  isOpencodeStore,
  listMainSessions,
  listOpencodeSessions,
} from '../session/opencode-store.ts'

/** The sessions of opencode’s database, which may be in use: the one asked for, or the main ones, the newest first. */
export function readOpencode(
  context: Pick<OperationContext, 'openForeign'>,
  path: string,
  { session, ...options }: ReadOptions,
  most = Number.POSITIVE_INFINITY,
): TranscriptFile {
  const database = context.openForeign(path)
  try {
    if (!isOpencodeStore(database)) return { transcripts: [], issues: [] }
    const files = chosenSessions(database, session)
      .slice(0, most)
      .flatMap((id) => exportOpencode(database, id) ?? [])
      .map((text) => readTranscript(text, { ...options, from: 'opencode' }))
    return {
      format: 'opencode',
      transcripts: files.flatMap(({ transcripts }) => transcripts),
      issues: files.flatMap(({ issues }) => issues),
    }
  } finally {
    database.close()
  }
}

/** By its number among the main sessions, or by the start of its id, whose ever it is. */
function chosenSessions(database: ForeignDatabase, session: string | undefined): readonly string[] {
  const main = listMainSessions(database)
  if (session === undefined) return main
  const byNumber = /^\d{1,6}$/.test(session) ? main[Number(session) - 1] : undefined
  if (byNumber !== undefined) return [byNumber]
  return listOpencodeSessions(database).filter((id) => id.startsWith(session))
}
