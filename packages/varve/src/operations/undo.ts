import {
  type EntryId,
  findUndoable,
  planUndo,
  type RecordId,
  recordHeader,
  type StoreReader,
  VarveError,
  withoutUndefined,
} from '@varve/core'
import { type Committed, commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, optionalPositional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findRecord } from './find-record.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortIdIn, shortRecordIdIn } from './short-id.ts'

/** `varve undo`: takes a record back, the newest where none is named. */
export const undo = defineOperation({
  name: 'undo',
  summary: 'Take a change back',
  effect: 'writes',
  fields: {
    plan: optionalPositional('The record; the newest that is not undone, where none is named', 'record'),
    group: text('Only what made this entry stand in for others', { value: 'id' }),
    cascade: flag('Take later work that depends on it along'),
    keepEdits: flag('Leave later work as it is, and take back the rest'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve undo', 'varve undo pl_019ac1f2 --cascade'],
  run({ plan: typed, group: typedTop, cascade, keepEdits, dryRun }, context) {
    if (cascade && keepEdits) {
      throw new VarveError('usage', "cascade and keep-edits don't go together", { fix: [undo.examples[1]] })
    }
    const later = cascade ? ('cascade' as const) : keepEdits ? ('keep' as const) : undefined
    const done = commit(context, 'undo', dryRun, (reader) => {
      const group = typedTop === undefined ? undefined : findEntry(reader, typedTop)
      const target = typed === undefined ? newest(reader, group) : findRecord(reader, typed)
      const plan = planUndo(reader, target, withoutUndefined({ later, group }))
      return { plan, outcome: group === undefined ? undefined : { target, group } }
    })
    return renderUndo('undo', done, context, dryRun)
  },
})

function newest(reader: StoreReader, group: EntryId | undefined): RecordId {
  const found = findUndoable(reader, group)
  if (found) return found
  throw new VarveError('not_found', 'nothing to undo', { fix: ['varve log'] })
}

/** Set where only a part of a record was taken back. */
interface UndoneGroup {
  readonly target: RecordId
  readonly group: EntryId
}

export function renderUndo(
  verb: 'undo' | 'redo',
  { outcome, plan, planHash, record }: Committed<UndoneGroup | undefined>,
  context: OperationContext,
  dryRun: boolean,
): OperationResult {
  const reader = context.reading()
  const parts = outcome
    ? [`${shortIdIn(reader, outcome.group)} of ${shortRecordIdIn(reader, outcome.target)}`]
    : []
  const wholes = (plan.undoes ?? []).map((id) => shortRecordIdIn(reader, id))
  const targets = [...parts, ...wholes].join(', ')
  const said = { undo: ['Would undo', 'Undone:'], redo: ['Would redo', 'Redone:'] }[verb][dryRun ? 0 : 1]
  const back = record === undefined ? '' : ` (${verb === 'undo' ? 'varve redo' : 'varve undo'} takes it back)`
  return {
    json: {
      undoes: plan.undoes ?? [],
      ...(outcome && { part_of: outcome.target, group: outcome.group }),
      plan_id: record?.id ?? null,
      plan_hash: planHash,
      operations: plan.operations,
      dry_run: dryRun,
    },
    human: `${said} ${targets}, ${plan.operations.length} ${plan.operations.length === 1 ? 'change' : 'changes'}${back}\n`,
    records: `${recordHeader(verb, { undoes: (plan.undoes ?? []).join(','), part_of: outcome?.target, group: outcome?.group, operations: plan.operations.length, plan: record?.id })}\n`,
  }
}
