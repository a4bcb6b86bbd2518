import type { CaptureCursor, Instant } from '@varve/core'
import { TranscriptStream } from '@varve/core/sessions'
import type { ForeignDatabase, OperationContext } from '../context.ts'
import { sha256Of } from './transcript-file.ts'
import type { TranscriptBatch, TranscriptSource } from './transcript-source.ts'

/** Where opencode keeps its sessions. */
export function opencodeStorePath({ env, userHome }: OperationContext['machine']): string {
  return env.OPENCODE_DB || `${env.XDG_DATA_HOME || `${userHome}/.local/share`}/opencode/opencode.db`
}

interface SessionRow {
  readonly id: string
  readonly directory?: unknown
  readonly title?: unknown
  readonly parent_id?: unknown
  readonly time_created?: unknown
  readonly time_updated?: unknown
}

interface DataRow {
  readonly id: string
  readonly message_id?: string
  readonly data: string
}

/** True where a database has the tables of opencode. */
export function isOpencodeStore(database: ForeignDatabase): boolean {
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('session', 'message', 'part')",
  )
  return tables.length === 3
}

/** Ids of its sessions, in text order. */
export function listOpencodeSessions(database: ForeignDatabase): readonly string[] {
  return database.all<{ id: string }>('SELECT id FROM session ORDER BY id').map(({ id }) => id)
}

/** The main sessions of the store, the one that was used last first. */
export function listMainSessions(database: ForeignDatabase): readonly string[] {
  return database
    .all<SessionRow>('SELECT * FROM session ORDER BY time_updated DESC, id')
    .flatMap(({ id, parent_id }) => (typeof parent_id === 'string' && parent_id !== '' ? [] : [id]))
}

/** A session as `opencode export` prints it; undefined where the store has none of that id. */
export function exportOpencode(database: ForeignDatabase, id: string): string | undefined {
  const [row] = database.all<SessionRow>('SELECT * FROM session WHERE id = ?', id)
  return row === undefined ? undefined : exportText(database, row)
}

/** One session of the store, read whole: its messages are written again while they come. */
export class OpencodeSession implements TranscriptSource {
  readonly writtenAt: Instant
  readonly #text: string
  readonly #sha256: string

  /** Undefined where the store has no such session. */
  static find(database: ForeignDatabase, id: string): OpencodeSession | undefined {
    const [row] = database.all<SessionRow>('SELECT * FROM session WHERE id = ?', id)
    return row === undefined ? undefined : new OpencodeSession(database, row)
  }

  private constructor(database: ForeignDatabase, row: SessionRow) {
    this.writtenAt = Number(row.time_updated ?? row.time_created ?? 0)
    this.#text = exportText(database, row)
    this.#sha256 = sha256Of(this.#text)
  }

  isUnchanged({ tail_sha256 }: CaptureCursor): boolean {
    return tail_sha256 === this.#sha256
  }

  *batches(cursor: CaptureCursor | undefined): Iterable<TranscriptBatch> {
    const stream = new TranscriptStream({ everything: true, from: 'opencode' })
    stream.push(this.#text)
    const { transcripts, issues } = stream.end()
    const size = Buffer.byteLength(this.#text)
    yield {
      transcripts,
      issues,
      bytes: Math.max(0, size - (cursor?.size ?? 0)),
      cursor: {
        format: 'opencode',
        file_key: this.#sha256,
        offset: size,
        size,
        lines: 0,
        tail_sha256: this.#sha256,
        whole: true,
      },
    }
  }
}

function exportText(database: ForeignDatabase, row: SessionRow): string {
  const messages = database.all<DataRow>(
    'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    row.id,
  )
  const parts = database.all<DataRow>(
    'SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id',
    row.id,
  )
  const ofMessage = Map.groupBy(parts, ({ message_id }) => message_id)
  return JSON.stringify({
    info: { id: row.id, directory: row.directory, title: row.title, parentID: row.parent_id },
    messages: messages.map((message) => ({
      info: dataOf(message),
      parts: (ofMessage.get(message.id) ?? []).map(dataOf),
    })),
  })
}

/** A row whose text is damaged is no more than its id. */
function dataOf({ id, data }: DataRow): object {
  try {
    return { ...(JSON.parse(data) as object), id }
  } catch {
    return { id }
  }
}

/** By the session alone: a store that was moved holds the same. */
export function opencodeSourceName(id: string): string {
  return `opencode:${id}`
}
