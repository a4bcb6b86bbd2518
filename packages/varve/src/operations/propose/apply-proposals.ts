import { parseProposalFile, recordHeader } from '@varve/core'
import { recheckProposals } from '@varve/core/propose'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { shortRecordIdIn } from '../short-id.ts'

/** Applies what a model proposed and `--plan-out` kept: exactly its operations, once the guard has looked again. */
export function applyProposalFile(
  context: OperationContext,
  file: string,
  written: string,
  dryRun: boolean,
): OperationResult {
  const { plan, planHash, record } = commit(context, 'compact apply', dryRun, (reader) => {
    const kept = parseProposalFile(written, reader.project)
    recheckProposals(reader, kept)
    return { plan: kept, outcome: undefined }
  })
  const count = plan.operations.length
  const undo = record === undefined ? '' : ` (varve undo ${shortRecordIdIn(context.reading(), record.id)})`
  return {
    json: {
      plan_file: file,
      plan_hash: planHash,
      command: plan.command,
      operations: plan.operations.flatMap((each) =>
        each.op === 'lineage.add' ? [{ op: each.op, kind: each.kind, top: each.top, under: each.under }] : [],
      ),
      plan_id: record?.id ?? null,
      dry_run: dryRun,
      guard: [],
    },
    human: `${dryRun ? 'Would apply' : 'Applied'} the plan: ${count} operations${undo}\n`,
    records: `${recordHeader('compact.apply', { file, operations: count, plan: record?.id ?? '-' })}\n`,
  }
}
