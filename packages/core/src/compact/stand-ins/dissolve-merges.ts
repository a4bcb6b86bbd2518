import type { Issue } from '../../domain/issue.ts'
import { by, byText } from '../../domain/order.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { groupBy } from '../group-by.ts'
import type { MissingSource, Relation } from '../lineage/read-lineage.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

/** The merges that no longer say what their sources say. */
export interface DissolvedMerges {
  isDissolved(entry: number): boolean
  /** The source to look at instead of a dissolved merge. */
  insteadOf(entry: number): number | undefined
  readonly issues: readonly Issue[]
}

interface Merge {
  readonly sources: number[]
  readonly missing: string[]
}

type Cause = { readonly id: string; readonly reason: string }

/**
 * Dissolves each merge one of whose sources nobody states any more: its class has no member left
 * that is neither superseded, retracted nor dissolved itself. Sources that the merge supersedes
 * itself don't count, and where no source exists the merge is all that is left and stays.
 */
export function dissolveMerges(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  merges: readonly Relation[],
  missing: readonly MissingSource[],
): DissolvedMerges {
  const tops = mergesByTop(set, merges, missing)
  const parents = groupBy(merges, ({ under }) => classes.classOf(under))

  const dissolved = new Set<number>()
  const isStanding = (entry: number): boolean =>
    !supersession.isDead(entry) && !set.rowAt(entry).retracted && !dissolved.has(entry)
  const standing = new Map<number, number>()
  for (const duplicateClass of parents.keys()) {
    standing.set(duplicateClass, classes.membersOf(duplicateClass).filter(isStanding).length)
  }
  const isStated = (top: number, source: number): boolean => {
    const duplicateClass = classes.classOf(source)
    const isOwn = classes.classOf(top) === duplicateClass && isStanding(top)
    return (standing.get(duplicateClass) ?? 0) - (isOwn ? 1 : 0) > 0
  }
  const lostSources = (top: number, merge: Merge): readonly number[] =>
    merge.sources.filter(
      (source) =>
        !isStated(top, source) && !(supersession.isDead(source) && supersession.rootOf(source) === top),
    )

  const open = [...tops.keys()]
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const merge = tops.get(top)
    if (merge === undefined || dissolved.has(top) || merge.sources.length === 0) continue
    if (merge.missing.length === 0 && lostSources(top, merge).length === 0) continue
    const duplicateClass = classes.classOf(top)
    if (isStanding(top)) standing.set(duplicateClass, (standing.get(duplicateClass) ?? 0) - 1)
    dissolved.add(top)
    for (const parent of parents.get(duplicateClass) ?? []) open.push(parent.top)
  }

  const causesOf = (top: number, merge: Merge): readonly Cause[] => [
    ...lostSources(top, merge).map((source) => ({
      id: set.idAt(source),
      reason: lossOf(supersession.isDead(source), set.rowAt(source).retracted),
    })),
    ...merge.missing.map((id) => ({ id, reason: 'missing' })),
  ]
  return {
    isDissolved: (entry) => dissolved.has(entry),
    insteadOf: (entry) => bestSource(tops.get(entry)?.sources ?? [], isStanding),
    issues: [...tops]
      .filter(([top]) => dissolved.has(top))
      .map(([top, merge]) => mergeDissolved(set.idAt(top), causesOf(top, merge))),
  }
}

function mergesByTop(
  set: EntrySet,
  merges: readonly Relation[],
  missing: readonly MissingSource[],
): ReadonlyMap<number, Merge> {
  const tops = new Map<number, Merge>()
  const mergeOf = (top: number): Merge => {
    const merge = tops.get(top) ?? { sources: [], missing: [] }
    tops.set(top, merge)
    return merge
  }
  for (const { top, under } of merges) mergeOf(top).sources.push(under)
  for (const { kind, top, under } of missing) {
    if (kind === 'merges' && !set.rowAt(top).retracted) mergeOf(top).missing.push(under)
  }
  return tops
}

function lossOf(isDead: boolean, isRetracted: boolean): string {
  if (isDead) return 'superseded'
  return isRetracted ? 'retracted' : 'dissolved'
}

/** The greatest source that is still stated, or the greatest of all. */
function bestSource(sources: readonly number[], isStanding: (source: number) => boolean): number | undefined {
  const standing = sources.filter(isStanding)
  const candidates = standing.length > 0 ? standing : sources
  return candidates.length === 0 ? undefined : candidates.reduce((a, b) => Math.max(a, b))
}

function mergeDissolved(id: string, causes: readonly Cause[]): Issue {
  const ordered = [...causes].sort(by((cause) => cause.id, byText))
  return {
    code: 'merge_dissolved',
    severity: 'warning',
    subjects: [id],
    message: `${id} no longer holds: ${ordered.map((cause) => `${cause.id} is ${cause.reason}`).join(', ')}`,
    detail: { causes: ordered },
    fix: ['varve compact --llm', `varve undo --group ${id}`],
  }
}
