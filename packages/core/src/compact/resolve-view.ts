import type { EntryId } from '../domain/ids.ts'
import { type Issue, issueOrder } from '../domain/issue.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import type { CompactionRow, EntryView } from '../ports/store.ts'
import { resolveContradictions } from './contradictions/resolve-contradictions.ts'
import { type DuplicateClasses, duplicateClassesOf } from './duplicate-classes/duplicate-classes.ts'
import { type EntrySet, entrySetOf } from './entry-set.ts'
import { entryViews } from './entry-views.ts'
import { type Hidings, hideEntries } from './hiding/hide-entries.ts'
import { type Known, readLineage, type SetLineage } from './lineage/read-lineage.ts'
import { chooseHeads, type Representatives } from './representatives/choose-heads.ts'
import { type ReviewItem, reviewOrder } from './review-item.ts'
import { type ClassTops, classTops } from './stand-ins/class-tops.ts'
import { resolveStandIns, type StandIns } from './stand-ins/resolve-stand-ins.ts'
import { resolveSupersession, type Supersession } from './supersession/resolve-supersession.ts'
import { rivalHeads } from './supersession/rival-heads.ts'

/** Name of these rules. A change of behaviour needs a new one. */
export const STAGE1_RULES = 's1'

/** What stage 1 makes of a set of entries. */
export interface ResolvedView {
  /** Every row exactly once, by id. */
  readonly views: readonly EntryView[]
  /** What is shown: newest first, then by id. */
  readonly heads: readonly EntryId[]
  /** By `issueOrder`. */
  readonly issues: readonly Issue[]
  /** Newest subject first, then by id. */
  readonly review: readonly ReviewItem[]
}

/**
 * Stage 1 of compaction: which entries are shown, and what each hidden one is hidden by. A pure
 * view of the rows and their lineage; nothing is stored, so replicas can't disagree about it.
 *
 * `known` tells whether an entry outside the rows exists (in another scope), so that an edge to it
 * isn't reported as broken. Without it the rows are all there is.
 *
 * Entries that share no duplicate class, slot or lineage edge don't affect one another: resolving
 * a component alone gives what resolving the whole store gives for it.
 */
export function resolveView(
  rows: Iterable<CompactionRow>,
  edges: Iterable<LineageEdge>,
  known: Known = () => false,
): ResolvedView {
  const { set, classes, lineage, supersession, standIns, representatives, tops, hidings } = runRules(
    rows,
    edges,
    known,
  )
  const isShown = (entry: number): boolean => hidings[entry] === undefined
  const shownHead = (duplicateClass: number): number | undefined => {
    const head = representatives.headOf(duplicateClass)
    return head !== undefined && isShown(head) ? head : undefined
  }
  const rivals = rivalHeads(set, supersession.classPairs, shownHead)
  const shown = [...set.rows.keys()].filter(isShown)
  const relations = [...lineage.supersedes, ...lineage.duplicates, ...lineage.standIns]
  const contradictions = resolveContradictions(set, classes, relations, shown)
  for (const [loser, winner] of contradictions.losers) {
    hidings[loser] = { reason: 'contradicted', by: winner }
  }

  const findings = [lineage, supersession, standIns, rivals, contradictions]
  return {
    views: entryViews(set, classes, hidings, { standIns, representatives, tops, rivals }),
    heads: shown
      .filter(isShown)
      .reverse()
      .map((entry) => set.idAt(entry)),
    issues: [...findings.flatMap(({ issues }) => issues), ...tops.issues].sort(issueOrder),
    review: findings.flatMap(({ review }) => review).sort(reviewOrder),
  }
}

/** What stage 1 found on its way, before contradictions. */
export interface RuleResults {
  readonly set: EntrySet
  readonly classes: DuplicateClasses
  readonly lineage: SetLineage
  readonly supersession: Supersession
  readonly standIns: StandIns
  readonly representatives: Representatives
  readonly tops: ClassTops
  readonly hidings: Hidings
}

/** Runs the rules, each over what the ones before it found. */
export function runRules(
  rows: Iterable<CompactionRow>,
  edges: Iterable<LineageEdge>,
  known: Known = () => false,
): RuleResults {
  const set = entrySetOf(rows)
  const classes = duplicateClassesOf(set)
  const lineage = readLineage(set, edges, known)
  const supersession = resolveSupersession(set, classes, lineage.supersedes)
  const standIns = resolveStandIns(set, classes, supersession, lineage)
  const representatives = chooseHeads(set, classes, supersession, standIns)
  const tops = classTops(set, classes, supersession, standIns, representatives)
  const hidings = hideEntries(set, classes, supersession, standIns, representatives, tops)
  return { set, classes, lineage, supersession, standIns, representatives, tops, hidings }
}
