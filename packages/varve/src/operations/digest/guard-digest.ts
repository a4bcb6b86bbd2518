import {
  type EntryId,
  groupBy,
  type Issue,
  recordLine,
  type StoreReader,
  VarveError,
  warningLine,
} from '@varve/core'
import { type CheckedDigest, checkDigest, roundHalfAway } from '@varve/core/digest'
import { type RewriteResult, renderRewriteResult } from '@varve/core/guard'
import type { OperationContext } from '../context.ts'
import { isSecret } from '../is-secret.ts'

/** What the guard says of a digest's text. */
export interface GuardedDigest {
  readonly digest: EntryId
  readonly result: RewriteResult
}

/** Holds a digest against what it was written from; undefined where that is nothing. */
export function guardDigest(
  context: OperationContext,
  reader: StoreReader,
  checked: CheckedDigest,
): GuardedDigest | undefined {
  const result = checkDigest(reader, checked, { isSecret: (anchor) => isSecret(anchor, context) })
  return result && { digest: checked.digest, result }
}

/** Findings warn a person, who may know better than the guard. */
export function guardIssues({ digest, result }: GuardedDigest): readonly Issue[] {
  if (result.findings.length === 0) return []
  return [
    {
      code: 'guard_findings',
      severity: 'warning',
      subjects: [digest],
      message: findingsText({ digest, result }),
      detail: { findings: result.findings.map((finding) => ({ ...finding })) },
      fix: [`varve edit ${digest}`, `varve compact report ${digest}`],
    },
  ]
}

/** More findings than this are counted by what they are: a wall of them is read by nobody. */
const MOST_TOLD = 5

function findingsText({ digest, result }: GuardedDigest): string {
  const { verdict, findings } = result
  if (findings.length <= MOST_TOLD) return `${digest} against its sources: ${renderRewriteResult(result)}`
  const byCheck = [...groupBy(findings, ({ check }) => check)].map(
    ([check, found]) => `${check} ${found.length}`,
  )
  return `${digest} against its sources: ${verdict}: ${findings.length} findings — ${byCheck.join(', ')} (--json lists them)`
}

export function guardJson({ result }: GuardedDigest): object {
  const { guard_v, verdict, anchors, coverage, novelty, findings } = result
  const shares = { coverage: roundHalfAway(coverage, 4), novelty: roundHalfAway(novelty, 4) }
  return { guard_v, verdict, anchors, ...shares, findings }
}

export function guardRecords(guarded: GuardedDigest): readonly string[] {
  const { findings } = guarded.result
  return [
    ...guardIssues(guarded).map(({ code, message }) => warningLine(`${code} ${message}`)),
    ...findings.map(({ check, ...details }) => recordLine('D', ['finding', check], details)),
  ]
}

/** With --strict nothing is written that the guard has something to say about. */
export function refuseFindings({ digest, result }: GuardedDigest): void {
  if (result.findings.length === 0) return
  throw new VarveError('lineage', findingsText({ digest, result }), {
    subjects: [digest],
    fix: [`varve edit ${digest}`],
  })
}
