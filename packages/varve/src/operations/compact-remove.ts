import {
  type EntryId,
  entityOf,
  entryId,
  type LineageEdge,
  lineageRemoval,
  planBase,
  recordHeader,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { commit } from './commit.ts'
import { flag, list, positional } from './field.ts'
import { findEntryIfAny } from './find-entry.ts'
import { defineOperation } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

/** `varve compact remove`: what was under an entry stands for itself again. */
export const compactRemove = defineOperation({
  name: 'compact remove',
  summary: 'Withdraw that an entry stands for others',
  effect: 'writes',
  fields: {
    top: positional('The entry that stands for others', 'id'),
    note: list('An entry under it; may be given again', { value: 'id' }),
    all: flag('Every entry under it'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: [
    'varve compact remove 7c1d09aa --note 1f0e88b2',
    'varve compact remove 7c1d09aa --all --dry-run',
  ],
  run({ top, note, all, dryRun }, context) {
    if (note.length > 0 === all) {
      throw new VarveError('usage', 'compact remove needs either --note or --all', {
        fix: [compactRemove.examples[0]],
      })
    }
    const { outcome, record } = commit(context, 'compact remove', dryRun, (reader) => {
      const edges = findEdges(reader, top, note)
      const operations = edges.map((edge) => lineageRemoval(reader, edge))
      const base = planBase(reader, operations.map(entityOf))
      return { plan: { stage: 'edit', command: 'compact remove', operations, base }, outcome: edges }
    })
    const removed = outcome.map(({ kind, top: over, under }) => ({ kind, top: over, under }))
    const undo = record === undefined ? '' : ` (varve undo ${shortRecordIdIn(context.reading(), record.id)})`
    const count = `${removed.length} ${removed.length === 1 ? 'edge' : 'edges'}`
    return {
      json: { removed, plan_id: record?.id ?? null, dry_run: dryRun },
      human: `${dryRun ? 'Would withdraw' : 'Withdrawn'}: ${count}${undo}\n`,
      records: `${recordHeader('compact.remove', { removed: removed.length, plan: record?.id })}\n`,
    }
  },
})

function findEdges(reader: StoreReader, top: string, notes: readonly string[]): readonly LineageEdge[] {
  const over = endOf(reader, top)
  const edges = reader.lineage({ top: over })
  const unders = notes.map((note) => endOf(reader, note))
  const missing = unders.find((under) => !edges.some((edge) => edge.under === under))
  if (edges.length === 0) {
    const text = reader.entry(over) ? `${over} stands for nothing` : `not found: ${over}`
    throw new VarveError('not_found', text, { subjects: [over], fix: ['varve list --raw'] })
  }
  if (missing !== undefined) {
    throw new VarveError('not_found', `no such lineage: ${over} does not stand for ${missing}`, {
      subjects: [over, missing],
      fix: [`varve show ${over} --raw`],
    })
  }
  return unders.length === 0 ? edges : edges.filter(({ under }) => unders.includes(under))
}

/** An edge may lead to an entry that is not here. */
function endOf(reader: StoreReader, typed: string): EntryId {
  return findEntryIfAny(reader, typed) ?? entryId(typed)
}
