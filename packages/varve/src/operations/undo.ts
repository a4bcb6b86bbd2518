import {
  findUndoable,
  type JournalRecord,
  planUndo,
  recordHeader,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { type Committed, commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, optionalPositional } from './field.ts'
import { findRecord } from './find-record.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

/** `varve undo`: takes a record back, the newest where none is named. */
export const undo = defineOperation({
  name: 'undo',
  summary: 'Take a change back',
  effect: 'writes',
  fields: {
    plan: optionalPositional('The record; the newest that is not undone, where none is named', 'record'),
    cascade: flag('Take later work that depends on it along'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve undo', 'varve undo pl_019ac1f2 --cascade'],
  run({ plan: typed, cascade, dryRun }, context) {
    const done = commit(context, 'undo', dryRun, (reader) => {
      const target = typed === undefined ? newest(reader) : findRecord(reader, typed)
      return { plan: planUndo(reader, target, { cascade }), outcome: undefined }
    })
    return renderUndo('undo', done, context, dryRun)
  },
})

function newest(reader: StoreReader): JournalRecord['id'] {
  const found = findUndoable(reader)
  if (found) return found
  throw new VarveError('not_found', 'nothing to undo', { fix: ['varve log'] })
}

export function renderUndo(
  verb: 'undo' | 'redo',
  { plan, planHash, record }: Committed<undefined>,
  context: OperationContext,
  dryRun: boolean,
): OperationResult {
  const reader = context.reading()
  const targets = (plan.undoes ?? []).map((id) => shortRecordIdIn(reader, id)).join(', ')
  const said = { undo: ['Would undo', 'Undone:'], redo: ['Would redo', 'Redone:'] }[verb][dryRun ? 0 : 1]
  const back = record === undefined ? '' : ` (${verb === 'undo' ? 'varve redo' : 'varve undo'} takes it back)`
  return {
    json: {
      undoes: plan.undoes ?? [],
      plan_id: record?.id ?? null,
      plan_hash: planHash,
      operations: plan.operations,
      dry_run: dryRun,
    },
    human: `${said} ${targets}, ${plan.operations.length} ${plan.operations.length === 1 ? 'change' : 'changes'}${back}\n`,
    records: `${recordHeader(verb, { undoes: (plan.undoes ?? []).join(','), operations: plan.operations.length, plan: record?.id })}\n`,
  }
}
