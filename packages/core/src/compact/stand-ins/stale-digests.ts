import type { Issue } from '../../domain/issue.ts'
import type { LineageKind } from '../../domain/lineage.ts'
import { by, byText, inOrder } from '../../domain/order.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { groupBy } from '../group-by.ts'
import type { MissingSource, Relation } from '../lineage/read-lineage.ts'
import { type ReviewItem, reviewItemId } from '../review-item.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

interface Cause {
  readonly id: string
  readonly reason: 'superseded' | 'retracted' | 'missing' | 'stale_digest'
}

/**
 * Reports each digest that rests on a source which no longer holds, and what rests on that digest.
 * The digest stays: its author is asked to refresh it.
 */
export function staleDigests(
  set: EntrySet,
  supersession: Supersession,
  relations: readonly Relation[],
  missing: readonly MissingSource[],
): Findings {
  const isShown = (top: number): boolean => !set.rowAt(top).retracted && !supersession.isDead(top)
  const digests = relations.filter(({ kind, top }) => isDigest(kind) && isShown(top))
  const open: number[] = []
  const causes = new Map<number, Cause[]>()
  const mark = (top: number, cause: Cause): void => {
    const known = causes.get(top)
    if (known !== undefined) {
      known.push(cause)
      return
    }
    causes.set(top, [cause])
    open.push(top)
  }
  for (const { top, under } of digests) {
    if (supersession.isDead(under)) mark(top, { id: set.idAt(under), reason: 'superseded' })
    else if (set.rowAt(under).retracted) mark(top, { id: set.idAt(under), reason: 'retracted' })
  }
  for (const { kind, top, under } of missing) {
    if (isDigest(kind) && isShown(top)) mark(top, { id: under, reason: 'missing' })
  }
  const digestsOf = groupBy(digests, ({ under }) => under)
  for (let stale = open.pop(); stale !== undefined; stale = open.pop()) {
    for (const { top } of digestsOf.get(stale) ?? []) {
      mark(top, { id: set.idAt(stale), reason: 'stale_digest' })
    }
  }
  const consolidations = new Set(
    relations.filter(({ kind }) => kind === 'consolidates').map(({ top }) => top),
  )
  return {
    issues: [...causes].map(([top, why]) => staleDigest(set.idAt(top), why)),
    review: [...causes.keys()].filter((top) => consolidations.has(top)).map((top) => staleItem(set, top)),
  }
}

function isDigest(kind: LineageKind): boolean {
  return kind === 'digests' || kind === 'consolidates'
}

function staleDigest(id: string, causes: readonly Cause[]): Issue {
  const ordered = [...causes].sort(
    inOrder(
      by((cause) => cause.id, byText),
      by((cause) => cause.reason, byText),
    ),
  )
  return {
    code: 'stale_digest',
    severity: 'warning',
    subjects: [id],
    message: `${id} is out of date: ${ordered.map((cause) => `${cause.id} ${cause.reason}`).join(', ')}`,
    detail: { causes: ordered },
    fix: [`varve show ${id} --raw`, `varve compact remove ${id} --all`],
  }
}

/** A machine wrote the consolidation, so nobody would look at it unasked. */
function staleItem(set: EntrySet, top: number): ReviewItem {
  const id = set.idAt(top)
  return {
    id: reviewItemId('stale_digest', [id]),
    kind: 'stale_digest',
    subjects: [id],
    at: set.rowAt(top).at,
  }
}
