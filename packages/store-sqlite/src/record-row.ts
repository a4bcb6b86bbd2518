import type { RecordHeader, RecordId, Stage } from '@varve/core'
import { parseSummed } from './stored-json.ts'

export interface RecordRow {
  readonly n: number
  readonly id: RecordId
  readonly stage: Stage
  readonly size: number
  readonly hash: string
  readonly sum: number
  /** JSON of the members that have no column. */
  readonly header: string
}

/** The header of a record, or undefined where its row is damaged. */
export function headerOfRow(row: RecordRow): RecordHeader | undefined {
  const rest = parseSummed<Omit<RecordHeader, 'id' | 'stage'>>({ text: row.header, sum: row.sum })
  return rest === undefined ? undefined : { ...rest, id: row.id, stage: row.stage }
}
