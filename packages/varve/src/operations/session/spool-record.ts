import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { by, byNumber, byText, inOrder, isJsonObject, type JsonObject } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'

/** A session of which hooks said that there is something new. */
export interface SpooledSession {
  /** The host's own id. */
  readonly session: string
  readonly agent: string
  readonly transcript: string | undefined
  readonly cwd: string
  readonly at: number
  readonly isEnded: boolean
  /** What the host said, masked, where no transcript says it. */
  readonly payload: JsonObject | undefined
  readonly file: string
}

export const SPOOL = 'spool'

const oldestFirst = inOrder<SpooledSession>(
  by(({ at }) => at, byNumber),
  by(({ file }) => file, byText),
)

/** What lies in the spool, oldest first. */
export function readSpool(dataDir: string): readonly SpooledSession[] {
  const folder = join(dataDir, SPOOL)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readSpoolRecord(join(folder, name)) ?? [])
    .sort(oldestFirst)
}

/** One of them; undefined where there is none, or it can't be read. */
export function readSpoolRecord(file: string): SpooledSession | undefined {
  try {
    const value = JSON.parse(readTextFile(file) ?? '') as JsonObject
    const { session, agent, transcript_path: transcript, cwd, at, event, payload } = value
    if (typeof session !== 'string' || typeof agent !== 'string' || typeof at !== 'number') return undefined
    return {
      session,
      agent,
      transcript: typeof transcript === 'string' ? transcript : undefined,
      cwd: typeof cwd === 'string' ? cwd : '',
      at,
      isEnded: event === 'session-end',
      payload: isJsonObject(payload) ? payload : undefined,
      file,
    }
  } catch {
    return undefined
  }
}
