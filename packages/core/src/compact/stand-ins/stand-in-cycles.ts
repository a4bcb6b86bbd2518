import type { Issue } from '../../domain/issue.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { type Arrows, graphOf, numberAt } from '../graph/graph.ts'
import { strongComponents } from '../graph/strong-components.ts'
import { groupBy } from '../group-by.ts'
import { lineageCycle } from '../lineage/lineage-issues.ts'
import type { Relation, SetLineage } from '../lineage/read-lineage.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

/** The edges that hide without killing: their tops aren't retracted, and no chain of them leads back. */
export interface AcyclicLineage {
  readonly duplicates: readonly Relation[]
  readonly standIns: readonly Relation[]
  /** Stand-ins for a text equal to the top's own: they hide nothing that isn't a duplicate already. */
  readonly inner: readonly Relation[]
  readonly issues: readonly Issue[]
}

/** An edge with the nodes that it joins. */
interface NodeRelation extends Relation {
  readonly above: number
  readonly below: readonly number[]
}

/**
 * Ignores the edges that lie on a cycle. Nodes are the superseded entries and, as one node each,
 * the living members of a class: what stands in for one of them stands in for all. A superseder is
 * above what it supersedes, so a cycle that runs through a supersession is found as well;
 * supersession stands, and the other edges yield.
 */
export function withoutCycles(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  lineage: SetLineage,
): AcyclicLineage {
  const classNode = (entry: number): number => set.size + classes.classOf(entry)
  const nodeOf = (entry: number): number => (supersession.isDead(entry) ? entry : classNode(entry))
  const isActive = ({ top }: Relation): boolean => !set.rowAt(top).retracted
  const duplicates = lineage.duplicates
    .filter(isActive)
    .map((relation) => ({ ...relation, above: nodeOf(relation.top), below: [nodeOf(relation.under)] }))
  const standIns = lineage.standIns.filter(isActive).map((relation) => ({
    ...relation,
    above: nodeOf(relation.top),
    below: [...new Set([nodeOf(relation.under), classNode(relation.under)])],
  }))
  const relations = [...duplicates, ...standIns]
  if (relations.length === 0) return { duplicates: [], standIns: [], inner: [], issues: [] }

  const arrows = arrowsOf(set, supersession, nodeOf, relations)
  const { componentOf } = strongComponents(graphOf(set.size + classes.count, arrows))
  const isInner = ({ above, below }: NodeRelation): boolean => below.includes(above)
  const isCyclic = (relation: NodeRelation): boolean =>
    !isInner(relation) &&
    relation.below.some((node) => numberAt(componentOf, node) === numberAt(componentOf, relation.above))
  const isOutward = (relation: NodeRelation): boolean => !isInner(relation) && !isCyclic(relation)
  return {
    duplicates: duplicates.filter(isOutward),
    standIns: standIns.filter(isOutward),
    inner: standIns.filter(isInner),
    issues: cycleIssues(set, relations.filter(isCyclic), componentOf),
  }
}

function arrowsOf(
  set: EntrySet,
  supersession: Supersession,
  nodeOf: (entry: number) => number,
  relations: readonly NodeRelation[],
): Arrows {
  const from: number[] = []
  const to: number[] = []
  for (let entry = 0; entry < set.size; entry++) {
    if (!supersession.isDead(entry)) continue
    from.push(nodeOf(supersession.killerOf(entry)))
    to.push(entry)
  }
  for (const { above, below } of relations) {
    for (const node of below) {
      from.push(above)
      to.push(node)
    }
  }
  return { from, to }
}

function cycleIssues(
  set: EntrySet,
  cyclic: readonly NodeRelation[],
  componentOf: Int32Array,
): readonly Issue[] {
  const cycles = groupBy(cyclic, ({ above }) => numberAt(componentOf, above))
  return [...cycles.values()].map((cycle) =>
    lineageCycle(
      set.idsAt(cycle.flatMap(({ top, under }) => [top, under])),
      cycle.map(({ top, under }) => ({ top: set.idAt(top), under: set.idAt(under) })),
    ),
  )
}
