import { isRecordId, type RecordId, type StoreReader, VarveError } from '@varve/core'

/** The one journal record that an id or a unique prefix names; `pl_` may be left out. */
export function findRecord(reader: StoreReader, typed: string): RecordId {
  const text = typed.startsWith('pl_') ? typed : `pl_${typed}`
  if (isRecordId(text) && reader.record(text)) return text
  const [first, second] = text.length < 7 ? [] : reader.recordIdsByPrefix(text, 2)
  if (first === undefined)
    throw new VarveError('not_found', `no such record: ${typed}`, { subjects: [typed], fix: ['varve log'] })
  if (second === undefined) return first
  throw new VarveError('ambiguous_id', `${typed} could be ${first} or ${second}`, {
    subjects: [first, second],
    fix: ['varve log --json'],
  })
}
