import type { Issue } from '../../domain/issue.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { type Findings, NO_FINDINGS } from '../findings.ts'
import { graphOf, numberAt } from '../graph/graph.ts'
import { nodesOf, type StrongComponents, strongComponents } from '../graph/strong-components.ts'
import { groupBy } from '../group-by.ts'
import { lineageCycle } from '../lineage/lineage-issues.ts'
import type { Relation } from '../lineage/read-lineage.ts'
import { type ClassSupersession, classSupersessions } from './class-supersession.ts'
import { killGraphOf } from './kill-graph.ts'
import { ALIVE, resolveKills } from './resolve-kills.ts'

/** Which entries are superseded, and by which. */
export interface Supersession extends Findings {
  isDead(entry: number): boolean
  /** The entry that supersedes a dead one. */
  killerOf(entry: number): number
  /** The living entry at the end of the chain of superseders; a living one is its own. */
  rootOf(entry: number): number
  readonly classPairs: readonly ClassSupersession[]
}

/** Resolves supersession over the whole set at once, before representatives and categories. */
export function resolveSupersession(
  set: EntrySet,
  classes: DuplicateClasses,
  supersedes: readonly Relation[],
): Supersession {
  if (supersedes.length === 0) return NOTHING_SUPERSEDED
  const classPairs = classSupersessions(classes, supersedes)
  const kills = killGraphOf(set, classes, supersedes, classPairs)
  const { killer, root, components } = resolveKills(set, kills)
  return {
    isDead: (entry) => numberAt(killer, entry) !== ALIVE,
    killerOf: (entry) => numberAt(killer, entry),
    rootOf: (entry) => numberAt(root, entry),
    classPairs,
    issues: cycleIssues(set, supersedes, components),
    review: [],
  }
}

const NOTHING_SUPERSEDED: Supersession = {
  isDead: () => false,
  killerOf: () => ALIVE,
  rootOf: (entry) => entry,
  classPairs: [],
  ...NO_FINDINGS,
}

/** A cycle of explicit edges is an error; one that only clocks close is a warning. */
function cycleIssues(
  set: EntrySet,
  supersedes: readonly Relation[],
  kills: StrongComponents,
): readonly Issue[] {
  const issues: Issue[] = []
  const stated = new Set<number>()
  const explicit = strongComponents(
    graphOf(set.size, { from: supersedes.map(({ top }) => top), to: supersedes.map(({ under }) => under) }),
  )
  for (const [component, edges] of edgesWithin(supersedes, explicit)) {
    stated.add(numberAt(kills.componentOf, numberAt(nodesOf(explicit, component), 0)))
    issues.push(
      lineageCycle(
        set.idsAt(nodesOf(explicit, component)),
        edges.map(({ top, under }) => ({ top: set.idAt(top), under: set.idAt(under) })),
      ),
    )
  }
  for (let component = 0; component < kills.count; component++) {
    if (
      stated.has(component) ||
      numberAt(kills.offsets, component + 1) - numberAt(kills.offsets, component) < 2
    ) {
      continue
    }
    const entries = nodesOf(kills, component).filter((node) => node < set.size)
    if (entries.length > 1) issues.push(clockSkew(set.idsAt(entries)))
  }
  return issues
}

function edgesWithin(
  supersedes: readonly Relation[],
  { componentOf }: StrongComponents,
): ReadonlyMap<number, readonly Relation[]> {
  const isWithin = ({ top, under }: Relation): boolean =>
    numberAt(componentOf, top) === numberAt(componentOf, under)
  return groupBy(supersedes.filter(isWithin), ({ top }) => numberAt(componentOf, top))
}

function clockSkew(ids: readonly string[]): Issue {
  return {
    code: 'lineage_clock_skew',
    severity: 'warning',
    subjects: ids,
    message: `by their dates ${ids.join(', ')} supersede one another; the newest is shown`,
    fix: ids.map((id) => `varve show ${id} --raw`),
  }
}
