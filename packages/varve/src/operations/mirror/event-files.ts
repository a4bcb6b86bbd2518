import { clockOf, formatInstant, type ParsedRecord, parseRecordFile } from '@varve/core'
import type { RecordFiles } from '../knowledge/journal-folder.ts'

/**
 * A record as a mirror's event: `id`, `at`, `actor` and `ops` as LeanSpec's teams read them, and the rest
 * of the record, by which every clone comes to the same journal.
 */
export const EVENT_FILES: RecordFiles = {
  nameOf({ id }) {
    const { wall } = clockOf(id)
    return `${formatInstant(wall).replaceAll(':', '-')}-${id.slice(WALL_END)}.json`
  },
  render({ id, actor, operations, ...header }) {
    const first = JSON.stringify({ id, at: formatInstant(clockOf(id).wall), actor, ...header })
    const ops = operations.map((operation) => `  ${JSON.stringify(operation)}`)
    return `${first.slice(0, -1)},"ops":[\n${ops.join(',\n')}\n]}\n`
  },
  parse: parseEvent,
}

// `pl_` and the wall's twelve digits: what follows tells records of one millisecond apart.
const WALL_END = 15

function parseEvent(text: string): ParsedRecord {
  try {
    const { at: _, ops, ...header } = JSON.parse(text)
    return parseRecordFile(JSON.stringify({ ...header, operations: ops }))
  } catch {
    return { kind: 'bad', reason: 'invalid_json' }
  }
}
