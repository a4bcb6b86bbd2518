import {
  applyRecord,
  parseInstant,
  type RecordId,
  recordIdOf,
  type StoreReader,
  VarveError,
} from '@varve/core'
import type { OperationContext } from './context.ts'
import { findRecord } from './find-record.ts'

const LAST_CLIENT = 'ffffffffffffffff'

/** The memory as it was: the records up to a point, folded again in memory. */
export function openAsOf(context: OperationContext, point: string): StoreReader {
  const store = context.reading()
  const until = untilOf(store, point)
  const scratch = context.scratch()
  scratch.transact('as-of', (writer) => {
    for (const { id } of store.records({ until })) {
      const record = store.record(id)
      if (record) applyRecord(writer, record)
    }
  })
  return scratch
}

function untilOf(reader: StoreReader, point: string): RecordId {
  const instant = parseInstant(point)
  if (instant) return recordIdOf({ wall: instant.at, counter: 0xffff, client: LAST_CLIENT })
  if (/^(pl_)?[0-9a-f]+$/.test(point)) return findRecord(reader, point)
  throw new VarveError('invalid_value', `not a record or an instant: ${point}`, {
    fix: ['varve list --as-of 2026-03-07T12:00:00Z'],
  })
}
