import { roundHalfAway } from '../digest/compaction-percent.ts'
import { contentHash } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { RewriteJudgement } from '../domain/judgement.ts'
import { entityOf, entryEntity, type LineageOperation, type Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import { revisionOf } from '../edit/plan-edit.ts'
import { lineageAddition } from '../edit/plan-lineage.ts'
import { statementKey } from '../guard/normalise/statement-key.ts'
import type { RewriteResult } from '../guard/rewrite/rewrite-result.ts'
import { planBase } from '../journal/apply-plan.ts'
import { inheritances } from '../journal/inherited-fields.ts'
import type { StoreReader } from '../ports/store.ts'
import { fusedFields, type Writer } from './fused-fields.ts'
import type { MergeSource } from './merge-source.ts'
import type { Proposal } from './proposal.ts'

export interface MergePlanRequest extends Writer {
  readonly command: string
  /** Who asked which model what, for whoever reads the log. */
  readonly reason: string
}

/** The plan of the proposals that passed: each adds one entry over its sources, which stay as they are. */
export function planMerges(
  reader: StoreReader,
  proposals: readonly Proposal[],
  { command, reason, ...writer }: MergePlanRequest,
): Plan {
  const operations = proposals.flatMap((proposal) => mergeOperations(reader, proposal, writer))
  const revised = inheritances(reader, operations.filter(isLineage))
  const read = proposals.flatMap(({ id, sources }) => [id, ...sources.map(({ entry }) => entry.id)])
  return {
    stage: 'stage2',
    command,
    reason,
    operations: [...operations, ...revised],
    base: planBase(reader, [...read.map(entryEntity), ...operations.map(entityOf)]),
  }
}

function isLineage(operation: Operation): operation is LineageOperation {
  return operation.op === 'lineage.add'
}

function mergeOperations(reader: StoreReader, proposal: Proposal, writer: Writer): readonly Operation[] {
  const { id, sources, keeps, result } = proposal
  const over = keeps?.entry.id ?? id
  const unders = sources.filter(({ entry }) => entry.id !== over)
  const edges = unders.map(({ entry }) =>
    lineageAddition(reader, {
      kind: keeps === undefined ? 'merges' : 'duplicates',
      top: over,
      under: entry.id,
      source_hash: contentHash(entry),
      ...(result !== undefined && { guard: judgementOf(result) }),
    }),
  )
  return keeps === undefined ? [...written(reader, proposal, writer), ...edges] : edges
}

/** The entry itself; one that was taken back and is asked for again comes back. */
function written(reader: StoreReader, { id, sources, text }: Proposal, writer: Writer): readonly Operation[] {
  const before = reader.entry(id)
  if (before === undefined) return [{ op: 'entry.add', id, fields: fusedFields(sources, text, writer) }]
  const revision = revisionOf(before, { set: { content: text } })
  const restored: readonly Operation[] = before.state === 'retracted' ? [{ op: 'entry.restore', id }] : []
  return [...restored, ...(revision === undefined ? [] : [revision])]
}

const DECIMALS = 4

/** Figures and checks, and never a word of the texts. */
function judgementOf({
  guard_v,
  verdict,
  anchors,
  coverage,
  novelty,
  findings,
}: RewriteResult): RewriteJudgement {
  return {
    guard_v,
    verdict,
    anchors,
    coverage: roundHalfAway(coverage, DECIMALS),
    novelty: roundHalfAway(novelty, DECIMALS),
    findings: findings.map(({ check, severity, type }) => ({
      check,
      severity,
      ...(type !== undefined && { type }),
    })),
    dropped: [],
  }
}

/** The entry that an accepted proposal becomes, as further proposals see it. */
export function mergeSourceAfter(proposal: Proposal, agent: string): MergeSource {
  const { id, sources, text, keeps } = proposal
  if (keeps !== undefined) return keeps
  const fields = fusedFields(sources, text, { agent })
  return {
    entry: { ...fields, id, recorded: fields.created },
    key: statementKey(fields) ?? id,
    leaves: sources.flatMap((source) => source.leaves),
    depth: 1 + Math.max(...sources.map(({ depth }) => depth)),
  }
}

/** Ids of what lies under an accepted proposal. */
export function idsUnder({ sources, keeps }: Proposal): readonly EntryId[] {
  return sources.map(({ entry }) => entry.id).filter((id) => id !== keeps?.entry.id)
}
