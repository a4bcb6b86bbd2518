import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a hook leaves for the worker: enough to take a session up even where the worker dies. */
export interface SpoolRecord {
  readonly v: 1
  readonly agent: string
  readonly event: string
  readonly session: string
  readonly transcript_path?: string
  readonly cwd: string
  readonly at: number
}

export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool')
}

/** One file for each session and event: a later firing says all that an earlier one did. */
export function writeSpoolRecord(dataDir: string, record: SpoolRecord): void {
  const folder = spoolFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(`${record.agent}\0${record.session}\0${record.event}`)
    .digest('hex')
    .slice(0, 24)
  const draft = join(folder, `.${name}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
  renameSync(draft, join(folder, `${name}.json`))
}
