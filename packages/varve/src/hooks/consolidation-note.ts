import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLIDATION_NOTE } from '../project/consolidation-note.ts'

/** What the last consolidation, or the schedule, left for a session to be told. */
export function takeConsolidationNote(dataDir: string): string | undefined {
  const file = join(dataDir, CONSOLIDATION_NOTE)
  if (!existsSync(file)) return undefined
  try {
    const { said, once, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
      Record<string, unknown>
    >
    if (typeof said !== 'string') return undefined
    if (once === true) {
      writeFileSync(`${file}.told`, JSON.stringify(rest), { mode: 0o600 })
      renameSync(`${file}.told`, file)
    }
    return said
  } catch {
    // What can't be read or written must not keep a session from its start.
    return undefined
  }
}
