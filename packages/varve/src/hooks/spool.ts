import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@varve/core'
import { fileNameOf } from './session-notes.ts'

/** What a hook leaves for the worker: enough to take a session up even where the worker dies. */
export interface SpoolRecord {
  readonly v: 1
  readonly agent: string
  readonly event: string
  readonly session: string
  readonly transcript_path?: string
  readonly cwd: string
  readonly at: number
  /** What the host said, masked, where no transcript says it. */
  readonly payload?: JsonObject
}

export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool')
}

/**
 * One file for each session and event: a later firing says all that an earlier one did. Where it doesn't,
 * because there is no transcript, one for each firing.
 */
export function writeSpoolRecord(dataDir: string, record: SpoolRecord): void {
  const folder = spoolFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { agent, session, event, at, payload } = record
  const firing = payload === undefined ? [] : [String(at), String(process.pid)]
  const name = fileNameOf([agent, session, event, ...firing].join('\0'))
  const draft = join(folder, `.${name}.${process.pid}.${at}`)
  writeFileSync(draft, JSON.stringify(record), { flag: 'wx', mode: 0o600 })
  renameSync(draft, join(folder, `${name}.json`))
}
