import type { Issue } from '../../domain/issue.ts'
import type { LineageKind } from '../../domain/lineage.ts'
import { sortedUnique } from '../../domain/order.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { groupBy } from '../group-by.ts'
import { removeEdgeCommand } from '../lineage/lineage-issues.ts'
import { mayHide } from '../lineage/may-hide.ts'
import type { Relation } from '../lineage/read-lineage.ts'
import type { Representatives } from '../representatives/choose-heads.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'
import type { StandIns } from './resolve-stand-ins.ts'

/** What stands in for each class as a whole. */
export interface ClassTops {
  /** The one top of a class; undefined where it has none, or where several contest it. */
  topOf(duplicateClass: number): ClassTop | undefined
  /** The tops that contest a class; none where it has one at most. */
  contestersOf(duplicateClass: number): readonly number[]
  readonly issues: readonly Issue[]
}

export interface ClassTop {
  readonly top: number
  readonly kind: LineageKind
}

/**
 * Finds the top of each class. Two that don't supersede one another contest it: then nothing stands
 * in for the class until a person decides.
 */
export function classTops(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  standIns: StandIns,
  representatives: Representatives,
): ClassTops {
  const single = new Map<number, ClassTop>()
  const contested = new Map<number, readonly number[]>()
  const issues: Issue[] = []
  for (const [duplicateClass, all] of groupBy(standIns.standIns, ({ under }) => classes.classOf(under))) {
    const head = representatives.headOf(duplicateClass)
    // The head may be of a higher trust than the member that an edge names.
    const edges = all.filter(({ top }) => mayHide(set.rowAt(top).trust, set.rowAt(head ?? top).trust))
    const voices = new Set(edges.map(({ top }) => supersession.rootOf(top)))
    if (voices.size === 0) continue
    if (voices.size === 1) {
      single.set(duplicateClass, greatestTop(edges))
      continue
    }
    contested.set(duplicateClass, [...new Set(edges.map(({ top }) => top))])
    if (head !== undefined) issues.push(multipleTops(set, head, edges))
  }
  return {
    topOf: (duplicateClass) => single.get(duplicateClass),
    contestersOf: (duplicateClass) => contested.get(duplicateClass) ?? [],
    issues,
  }
}

function greatestTop(edges: readonly Relation[]): ClassTop {
  const top = edges.reduce((greatest, edge) => Math.max(greatest, edge.top), -1)
  const isMerge = edges.some((edge) => edge.top === top && edge.kind === 'merges')
  return { top, kind: isMerge ? 'merges' : 'digests' }
}

function multipleTops(set: EntrySet, head: number, edges: readonly Relation[]): Issue {
  const id = set.idAt(head)
  const tops = set.idsAt(edges.map(({ top }) => top))
  const noun = edges.every(({ kind }) => kind === 'merges') ? 'merges' : 'digests'
  return {
    code: 'multiple_tops',
    severity: 'error',
    subjects: [id],
    message: `${id} has ${tops.length} ${noun}: ${tops.join(', ')}`,
    detail: { tops },
    fix: sortedUnique(edges.map(({ top, under }) => removeEdgeCommand(set.idAt(top), set.idAt(under)))),
  }
}
