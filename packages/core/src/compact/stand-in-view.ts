import type { EntryId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { LineageEdge, LineageKind } from '../domain/lineage.ts'
import { by, byText, inOrder } from '../domain/order.ts'
import type { CompactionRow, EntryView } from '../ports/store.ts'
import type { Known } from './lineage/read-lineage.ts'
import { resolveView, runRules } from './resolve-view.ts'
import type { StaleCause } from './stand-ins/stale-digests.ts'

/** An edge by which an entry stands in for another, as far as it holds. */
export interface StandInEdge {
  readonly kind: LineageKind
  readonly top: EntryId
  readonly under: EntryId
}

/** How entries stand in for one another: what the resolved view is made of. */
export interface StandInView {
  /** Merges, digests and consolidates that hold, contested ones too: by top, under, kind. */
  readonly edges: readonly StandInEdge[]
  /** Edges to entries that nobody has, by top, under, kind. */
  readonly missing: readonly StandInEdge[]
  readonly views: ReadonlyMap<EntryId, EntryView>
  /** By `issueOrder`. */
  readonly issues: readonly Issue[]
  /** The tops that contest an entry, sorted; none where it has one at most. */
  contestersOf(id: EntryId): readonly EntryId[]
  /** Why a digest is out of date; nothing where it is not. */
  causesOf(id: EntryId): readonly StaleCause[]
}

/** By top, under, kind. */
const edgeOrder = inOrder<StandInEdge>(
  by((edge) => edge.top, byText),
  by((edge) => edge.under, byText),
  by((edge) => edge.kind, byText),
)

/** Resolves a component as stage 1 does, and keeps which stand-in edges hold. */
export function resolveStandInView(
  rows: readonly CompactionRow[],
  edges: readonly LineageEdge[],
  known: Known,
): StandInView {
  const { set, classes, lineage, standIns, tops } = runRules(rows, edges, known)
  const { views, issues } = resolveView(rows, edges, known)
  const missing = lineage.missing.filter(({ kind }) => kind !== 'duplicates')
  return {
    edges: standIns.active
      .map(({ kind, top, under }) => ({ kind, top: set.idAt(top), under: set.idAt(under) }))
      .sort(edgeOrder),
    missing: missing.map(({ kind, top, under }) => ({ kind, top: set.idAt(top), under })).sort(edgeOrder),
    views: new Map(views.map((view) => [view.id, view])),
    issues: issues,
    contestersOf(id) {
      const entry = set.find(id)
      return entry === undefined ? [] : set.idsAt(tops.contestersOf(classes.classOf(entry)))
    },
    causesOf(id) {
      const entry = set.find(id)
      return entry === undefined ? [] : standIns.causesOf(entry)
    },
  }
}
