import { findRedoable, listUndone, planRedo, type RecordId, type StoreReader, VarveError } from '@varve/core'
import { commit } from './commit.ts'
import { flag, optionalPositional } from './field.ts'
import { findRecord } from './find-record.ts'
import { defineOperation } from './operation.ts'
import { renderUndo } from './undo.ts'

/** `varve redo`: takes an undo back. */
export const redo = defineOperation({
  name: 'redo',
  summary: 'Take an undo back',
  effect: 'writes',
  fields: {
    plan: optionalPositional('The undo, or what it undid; the newest undo where none is named', 'record'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve redo', 'varve redo pl_019ac1f2'],
  run({ plan: typed, dryRun }, context) {
    const done = commit(context, 'redo', dryRun, (reader) => ({
      plan: planRedo(
        reader,
        typed === undefined ? newestUndo(reader) : undoOf(reader, findRecord(reader, typed)),
      ),
      outcome: undefined,
    }))
    return renderUndo('redo', done, context, dryRun)
  },
})

function newestUndo(reader: StoreReader): RecordId {
  const found = findRedoable(reader)
  if (found) return found
  throw new VarveError('not_found', 'nothing to redo', { fix: ['varve log --stage undo'] })
}

/** The record itself where it is an undo, else the one that undid it. */
function undoOf(reader: StoreReader, id: RecordId): RecordId {
  return listUndone(reader).get(id) ?? id
}
