import { by, byText, inOrder } from '../../domain/order.ts'
import { comparePrepared } from '../pair/compare-prepared.ts'
import type { TextContext } from '../pair/context.ts'
import type { PairResult } from '../pair/pair-result.ts'
import type { Statement } from '../pair/statement.ts'
import type { RewriteKind } from '../rewrite/rewrite-result.ts'
import { MAX_SOURCES } from '../rewrite/source-limits.ts'

/** A text that may become a source of a proposal. */
export interface ClusterEntry {
  readonly id: string
  /** An ISO 8601 instant in UTC. */
  readonly created: string
  readonly statement: Statement
  readonly context?: TextContext
}

type MergeKind = Extract<RewriteKind, 'dedup' | 'fuse' | 'consolidates' | 'digests'>

/**
 * Splits texts that somebody put together into the groups that the guard allows: every pair of a
 * group must go together, so that a chain of likenesses never becomes one text (MG-47). An entry
 * joins the first group all of whose members it may join, in order of time and id (MG-48).
 */
export function planClusters(
  kind: MergeKind,
  entries: readonly ClusterEntry[],
): readonly (readonly string[])[] {
  const clusters: ClusterEntry[][] = []
  for (const entry of entries.toSorted(byTime)) {
    const open = clusters.find(
      (members) =>
        members.length < MAX_SOURCES[kind] && members.every((member) => mayJoin(kind, member, entry)),
    )
    if (open === undefined) clusters.push([entry])
    else open.push(entry)
  }
  return clusters.map((members) => members.map(({ id }) => id))
}

const byTime = inOrder<ClusterEntry>(
  by(({ created }) => created, byText),
  by(({ id }) => id, byText),
)

function mayJoin(kind: MergeKind, a: ClusterEntry, b: ClusterEntry): boolean {
  const context = { ...(a.context && { a: a.context }), ...(b.context && { b: b.context }) }
  const result = comparePrepared(a.statement, b.statement, context)
  return kind === 'dedup' ? isAlike(result) : !isForbidden(result)
}

function isAlike({ verdict }: PairResult): boolean {
  return verdict === 'same' || verdict === 'duplicate-safe' || verdict === 'related'
}

/** Two facts may stand in one text, but not two that conflict or that belong to different places. */
function isForbidden({ verdict, reasons }: PairResult): boolean {
  return (
    verdict === 'contradicts' || reasons.some((reason) => reason === 'key' || reason.startsWith('context:'))
  )
}
