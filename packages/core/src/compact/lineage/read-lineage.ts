import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import type { LineageEdge, LineageKind } from '../../domain/lineage.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { type ReviewItem, reviewItemId } from '../review-item.ts'
import { danglingSupersedes, selfLineage, unknownTop } from './lineage-issues.ts'
import { mayHide } from './may-hide.ts'

/** A lineage edge between two different entries of the set. */
export interface Relation {
  readonly kind: LineageKind
  readonly top: number
  readonly under: number
  /** Content hash of `under` when the edge was registered, where it was noted. */
  readonly sourceHash?: string | undefined
}

/** A source that nobody has. */
export interface MissingSource {
  readonly kind: LineageKind
  readonly top: number
  readonly under: EntryId
}

/** The edges that can have an effect, by what they do. */
export interface SetLineage extends Findings {
  readonly supersedes: readonly Relation[]
  readonly duplicates: readonly Relation[]
  /** Merges, digests and consolidates. */
  readonly standIns: readonly Relation[]
  readonly missing: readonly MissingSource[]
}

/** Whether an entry exists somewhere, though it is not in the set: in another scope. */
export type Known = (id: EntryId) => boolean

/** Reads the edges of a set, each once; what can't have an effect is reported and left out. */
export function readLineage(set: EntrySet, edges: Iterable<LineageEdge>, known: Known): SetLineage {
  const relations: Relation[] = []
  const missing: MissingSource[] = []
  const issues: Issue[] = []
  const review: ReviewItem[] = []
  for (const { kind, top: topId, under: underId, source_hash: sourceHash } of distinct(edges)) {
    const top = set.find(topId)
    const under = set.find(underId)
    if (topId === underId) {
      if (top !== undefined) issues.push(selfLineage(topId, kind))
    } else if (top === undefined) {
      if (under !== undefined && !known(topId)) issues.push(unknownTop(topId, underId, kind))
    } else if (under === undefined) {
      if (known(underId)) continue
      if (kind === 'supersedes') issues.push(danglingSupersedes(topId, underId))
      else missing.push({ kind, top, under: underId })
    } else if (mayHide(set.rowAt(top).trust, set.rowAt(under).trust)) {
      relations.push({ kind, top, under, sourceHash })
    } else {
      review.push(untrustedEdge(set, { kind, top, under }))
    }
  }
  const ofKind = (...kinds: readonly LineageKind[]) => relations.filter(({ kind }) => kinds.includes(kind))
  return {
    supersedes: ofKind('supersedes'),
    duplicates: ofKind('duplicates'),
    standIns: ofKind('merges', 'digests', 'consolidates'),
    missing,
    issues,
    review: distinctItems(review),
  }
}

function* distinct(edges: Iterable<LineageEdge>): Generator<LineageEdge> {
  const seen = new Set<string>()
  for (const edge of edges) {
    const key = `${edge.kind} ${edge.top} ${edge.under}`
    if (!seen.has(key)) yield edge
    seen.add(key)
  }
}

function untrustedEdge(set: EntrySet, { kind, top, under }: Relation): ReviewItem {
  const subjects = set.idsAt([top, under])
  return {
    id: reviewItemId('untrusted', subjects),
    kind: 'untrusted',
    subjects,
    at: set.rowAt(Math.max(top, under)).at,
    detail: { lineage: kind, top: set.idAt(top), under: set.idAt(under) },
  }
}

/** One item a pair, whatever number of edges lie between the two; the first by kind speaks for all. */
function distinctItems(items: readonly ReviewItem[]): readonly ReviewItem[] {
  const kindOf = (item: ReviewItem): string => JSON.stringify(item.detail)
  const byId = new Map<string, ReviewItem>()
  for (const item of items) {
    const other = byId.get(item.id)
    if (other === undefined || kindOf(item) < kindOf(other)) byId.set(item.id, item)
  }
  return [...byId.values()]
}
