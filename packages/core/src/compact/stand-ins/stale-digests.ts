import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import type { LineageKind } from '../../domain/lineage.ts'
import { by, byText, inOrder } from '../../domain/order.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { groupBy } from '../group-by.ts'
import type { MissingSource, Relation } from '../lineage/read-lineage.ts'
import { type ReviewItem, reviewItemId } from '../review-item.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

/** Why a digest is out of date: what became of one of its sources. */
export interface StaleCause {
  readonly id: EntryId
  readonly reason: 'changed' | 'superseded' | 'retracted' | 'missing' | 'stale_digest'
}

/** By id, then reason. */
const causeOrder = inOrder<StaleCause>(
  by((cause) => cause.id, byText),
  by((cause) => cause.reason, byText),
)

/** The digests that are out of date, and why. */
export interface StaleDigests extends Findings {
  causesOf(top: number): readonly StaleCause[]
}

/**
 * Reports each digest that rests on a source which no longer holds or no longer says what it said, and
 * what rests on that digest. The digest stays: its author is asked to refresh it.
 */
export function staleDigests(
  set: EntrySet,
  supersession: Supersession,
  relations: readonly Relation[],
  missing: readonly MissingSource[],
): StaleDigests {
  const isShown = (top: number): boolean => !set.rowAt(top).retracted && !supersession.isDead(top)
  const digests = relations.filter(({ kind, top }) => isDigest(kind) && isShown(top))
  const open: number[] = []
  const causes = new Map<number, StaleCause[]>()
  const mark = (top: number, cause: StaleCause): void => {
    const known = causes.get(top)
    if (known !== undefined) {
      known.push(cause)
      return
    }
    causes.set(top, [cause])
    open.push(top)
  }
  for (const { top, under, sourceHash } of digests) {
    if (supersession.isDead(under)) mark(top, { id: set.idAt(under), reason: 'superseded' })
    else if (set.rowAt(under).retracted) mark(top, { id: set.idAt(under), reason: 'retracted' })
    else if (hasChanged(set.rowAt(under).content_hash, sourceHash)) {
      mark(top, { id: set.idAt(under), reason: 'changed' })
    }
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
  for (const each of causes.values()) each.sort(causeOrder)
  return {
    causesOf: (top) => causes.get(top) ?? [],
    issues: [...causes].map(([top, why]) => staleDigest(set.idAt(top), why)),
    review: [...causes.keys()].filter((top) => consolidations.has(top)).map((top) => staleItem(set, top)),
  }
}

function isDigest(kind: LineageKind): boolean {
  return kind === 'digests' || kind === 'consolidates'
}

/** A hash that the importer couldn't tell counts as another one. */
function hasChanged(now: string, then: string | undefined): boolean {
  return then !== undefined && then !== now
}

function staleDigest(id: string, causes: readonly StaleCause[]): Issue {
  return {
    code: 'stale_digest',
    severity: 'warning',
    subjects: [id],
    message: `${id} is out of date: ${causes.map((cause) => `${cause.id} ${cause.reason}`).join(', ')}`,
    detail: { causes },
    fix: [`varve compact report ${id}`, `varve compact apply ${id} --refresh`],
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
