import { resolve } from 'node:path'
import {
  type EntryId,
  groupBy,
  isProposalFile,
  type LineageOperation,
  type LineagePlan,
  parsePlanFile,
  partsOfPlan,
  recordHeader,
  recordLine,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { checkedDigest, type Digests, isDigestKind, recheckPlan } from '@varve/core/digest'
import { compareEntries, createComparable, placeOf } from '@varve/core/near'
import { readTextFile } from '../../files/read-text-file.ts'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { entryLabel } from './entry-label.ts'
import {
  type GuardedDigest,
  guardDigest,
  guardIssues,
  guardJson,
  guardRecords,
  refuseFindings,
} from './guard-digest.ts'

interface PlanFlags {
  readonly isStrict: boolean
  readonly dryRun: boolean
}

/** Applies a plan that `--plan-out` kept: exactly its changes, once it is sure that they still hold. */
export function applyPlanFile(
  context: OperationContext,
  file: string,
  { isStrict, dryRun }: PlanFlags,
): OperationResult | Promise<OperationResult> {
  const written = readTextFile(resolve(context.cwd, file))
  if (written === undefined) throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file] })
  if (isProposalFile(written)) {
    return import('../propose/apply-proposals.ts').then(({ applyProposalFile }) =>
      applyProposalFile(context, file, written, dryRun),
    )
  }
  const { outcome, plan, planHash, record } = commit(context, 'compact apply', dryRun, (reader, view) => {
    const kept = parsePlanFile(written, reader.project)
    const after = recheckPlan(reader, view, kept)
    refuseUnsafe(reader, kept)
    const guarded = guardPlan(context, reader, after, kept)
    if (isStrict) for (const each of guarded) refuseFindings(each)
    return { plan: kept, outcome: { lineage: partsOfPlan(kept).lineage, guarded } }
  })
  const { lineage, guarded } = outcome
  const planId = record?.id ?? null
  return {
    json: {
      plan_file: file,
      plan_hash: planHash,
      command: plan.command,
      operations: lineage.map(({ op, kind, top, under }) => ({ op, kind, top, under })),
      plan_id: planId,
      dry_run: dryRun,
      guard: guarded.map((each) => ({ digest_id: each.digest, ...guardJson(each) })),
    },
    human: human(context.reading(), lineage, dryRun),
    records: `${[
      recordHeader('compact.apply', { file, operations: lineage.length, plan: planId ?? '-' }),
      ...lineage.map(({ op, kind, top, under }) => recordLine('D', [op, kind, top, under])),
      ...guarded.flatMap(guardRecords),
    ].join('\n')}\n`,
    issues: guarded.flatMap(guardIssues),
  }
}

/** Texts that rules alone put under one another must still be safe to, for the guard may know more by now. */
function refuseUnsafe(reader: StoreReader, plan: LineagePlan): void {
  if (plan.command !== 'compact') return
  const unsafe = partsOfPlan(plan).lineage.filter(({ top, under }) => !isSafe(reader, top, under))
  if (unsafe.length === 0) return
  throw new VarveError(
    'stale_plan',
    unsafe.map(({ top, under }) => `no safe duplicates any more: ${top}, ${under}`).join('\n'),
    { subjects: unsafe.flatMap(({ top, under }) => [top, under]), fix: ['varve compact'] },
  )
}

function isSafe(reader: StoreReader, top: EntryId, under: EntryId): boolean {
  const [a, b] = [reader.entry(top), reader.entry(under)]
  if (a === undefined || b === undefined) return false
  const comparable = createComparable()
  const pair = compareEntries(comparable(placeOf(a), a.content), comparable(placeOf(b), b.content))
  return pair?.verdict === 'duplicate-safe'
}

/** What a person's digests would say of their sources; safe duplicates were compared already. */
function guardPlan(
  context: OperationContext,
  reader: StoreReader,
  after: Digests,
  plan: LineagePlan,
): readonly GuardedDigest[] {
  if (plan.command === 'compact') return []
  const stated = partsOfPlan(plan).lineage.filter(
    ({ op, kind }) => op === 'lineage.add' && isDigestKind(kind),
  )
  return [...groupBy(stated, ({ top }) => top)].flatMap(([digest, edges]) => {
    const duplicates = edges.filter(({ kind }) => kind === 'duplicates').map(({ under }) => under)
    const checked =
      duplicates.length > 0
        ? { digest, kind: 'duplicates' as const, sources: duplicates }
        : checkedDigest(after, digest)
    return guardDigest(context, reader, checked) ?? []
  })
}

function human(reader: StoreReader, operations: readonly LineageOperation[], dryRun: boolean): string {
  const count = `${operations.length} ${operations.length === 1 ? 'change' : 'changes'}`
  if (operations.length === 0) return 'Nothing to do: the plan has no changes\n'
  const lines = operations.map(({ op, kind, top, under }) => {
    const sign = op === 'lineage.add' ? '+' : '-'
    return `  ${sign} ${kind}: ${entryLabel(reader, top)} over ${entryLabel(reader, under)}`
  })
  return `${[`${dryRun ? 'Would apply' : 'Applied'} the plan: ${count}`, ...lines].join('\n')}\n`
}
