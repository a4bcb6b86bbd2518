import { resolve } from 'node:path'
import { parseConsolidationFile, recordHeader, VarveError } from '@varve/core'
import { recheckConsolidation } from '@varve/core/consolidate'
import { readTextFile } from '../../files/read-text-file.ts'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { noteRun } from './run-note.ts'

/** Applies a plan that was written to a file: exactly its operations, once nothing that it read has changed. */
export function applyConsolidationPlan(
  context: OperationContext,
  file: string,
  dryRun: boolean,
): OperationResult {
  const written = readTextFile(resolve(context.cwd, file))
  if (written === undefined) throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file] })
  const now = context.clock.now()
  const { plan, planHash, record } = commit(context, 'consolidate', dryRun, (reader) => {
    const kept = parseConsolidationFile(written, reader.project)
    recheckConsolidation(reader, kept)
    return { plan: kept, outcome: undefined }
  })
  if (record !== undefined) noteRun(context, now, record.id)
  const count = plan.operations.length
  const undo = record === undefined ? null : `varve undo ${record.id}`
  return {
    json: {
      ok: true,
      dry_run: dryRun,
      plan_file: file,
      plan_hash: planHash,
      plan_id: record?.id ?? null,
      operations: count,
      undo,
    },
    human: `${dryRun ? 'Would apply' : 'Applied'} the plan: ${count} changes${undo === null ? '' : ` (${undo})`}\n`,
    records: `${recordHeader('consolidate', { file, operations: count, plan: record?.id ?? '-' })}\n`,
  }
}
