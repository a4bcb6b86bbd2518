import type { Issue } from '../../domain/issue.ts'
import { sortedUnique } from '../../domain/order.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { groupBy } from '../group-by.ts'
import { retractedTop, unknownSource } from '../lineage/lineage-issues.ts'
import type { Relation, SetLineage } from '../lineage/read-lineage.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'
import { type DissolvedMerges, dissolveMerges } from './dissolve-merges.ts'
import { type StaleCause, staleDigests } from './stale-digests.ts'
import { withoutCycles } from './stand-in-cycles.ts'

/** The edges by which one entry stands in for another, as far as they hold. */
export interface StandIns extends Findings, DissolvedMerges {
  /** Duplicates edges that hide their under. */
  readonly duplicates: readonly Relation[]
  /** Merges, digests and consolidates edges that hide the class of their under. */
  readonly standIns: readonly Relation[]
  /** Those, and the ones whose under says the same as their top. */
  readonly active: readonly Relation[]
  /** Why an entry that stands in for others is out of date; nothing where it is not. */
  causesOf(entry: number): readonly StaleCause[]
  /** How many direct sources an entry stands in for. */
  sourceCountOf(entry: number): number
}

/** Decides which merges hold and which stand-in edges are active. */
export function resolveStandIns(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  lineage: SetLineage,
): StandIns {
  const { duplicates, standIns, inner, issues: cycles } = withoutCycles(set, classes, supersession, lineage)
  const stated = [...standIns, ...inner]
  const merges = stated.filter(({ kind }) => kind === 'merges')
  const dissolved = dissolveMerges(set, classes, supersession, merges, lineage.missing)
  // Whoever supersedes a top speaks for what lies under it; a dissolved merge speaks for nothing.
  const isActive = ({ top }: Relation): boolean =>
    !dissolved.isDissolved(top) && !dissolved.isDissolved(supersession.rootOf(top))
  const active = stated.filter(isActive)
  const stale = staleDigests(set, supersession, stated, lineage.missing)
  const counts = sourceCounts([...active, ...duplicates.filter(isActive)])
  return {
    ...dissolved,
    duplicates: duplicates.filter(isActive),
    standIns: standIns.filter(isActive),
    active,
    causesOf: stale.causesOf,
    sourceCountOf: (entry) => counts.get(entry) ?? 0,
    issues: [
      ...cycles,
      ...dissolved.issues,
      ...stale.issues,
      ...missingSources(set, lineage, merges),
      ...retractedTops(set, lineage),
    ],
    review: stale.review,
  }
}

function sourceCounts(relations: readonly Relation[]): ReadonlyMap<number, number> {
  const byTop = groupBy(relations, ({ top }) => top)
  return new Map([...byTop].map(([top, edges]) => [top, new Set(edges.map(({ under }) => under)).size]))
}

/** A merge that lacks one of several sources is dissolved, which says so already. */
function missingSources(set: EntrySet, lineage: SetLineage, merges: readonly Relation[]): readonly Issue[] {
  const dissolving = new Set(merges.map(({ top }) => top))
  return lineage.missing
    .filter(({ kind, top }) => !set.rowAt(top).retracted && !(kind === 'merges' && dissolving.has(top)))
    .map(({ kind, top, under }) => unknownSource(set.idAt(top), under, kind))
}

/** A retracted merge is an undone one, and nothing to report. */
function retractedTops(set: EntrySet, lineage: SetLineage): readonly Issue[] {
  const inactive = [...lineage.duplicates, ...lineage.standIns].filter(
    ({ kind, top }) => kind !== 'merges' && set.rowAt(top).retracted,
  )
  return [...groupBy(inactive, ({ top }) => top)].map(([top, edges]) =>
    retractedTop(set.idAt(top), sortedUnique(edges.map(({ kind }) => kind))),
  )
}
