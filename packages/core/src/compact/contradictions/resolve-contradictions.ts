import { trustRank } from '../../domain/entry.ts'
import type { Issue } from '../../domain/issue.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Findings } from '../findings.ts'
import { groupBy } from '../group-by.ts'
import { hidingReach } from '../lineage/may-hide.ts'
import type { Relation } from '../lineage/read-lineage.ts'
import { type ReviewItem, reviewCommands, reviewItemId } from '../review-item.ts'

/** Heads that lost to another of their slot. */
export interface Contradictions extends Findings {
  /** The winner over each loser. */
  readonly losers: ReadonlyMap<number, number>
}

/**
 * Of the heads that speak of one subject in one scope the greatest stays. Last write wins is a rule
 * of display: each pair is a question for a person, and the loser is hidden, not gone.
 */
export function resolveContradictions(
  set: EntrySet,
  classes: DuplicateClasses,
  relations: readonly Relation[],
  heads: readonly number[],
): Contradictions {
  const losers = new Map<number, number>()
  const isRelated = relatedClasses(classes, relations)
  const inSlots = heads.filter((head) => slotKeyOf(set, head) !== undefined)
  for (const [, rivals] of groupBy(inSlots, (head) => slotKeyOf(set, head))) {
    if (rivals.length < 2) continue
    const winner = winnerOf(set, rivals)
    for (const rival of rivals) if (rival !== winner && !isRelated(rival, winner)) losers.set(rival, winner)
  }
  return {
    losers,
    issues: [...losers].map((pair) => contradiction(set, pair)),
    review: [...losers].map((pair) => contradictionItem(set, pair)),
  }
}

function slotKeyOf(set: EntrySet, head: number): string | undefined {
  const { slot, scope } = set.rowAt(head)
  return slot === null || slot === '' ? undefined : `${scope}\n${slot}`
}

/** The greatest, but text from tools and the web wins only among its own kind (RS-67). */
function winnerOf(set: EntrySet, rivals: readonly number[]): number {
  const isFree = (head: number): boolean => hidingReach(set.rowAt(head).trust) === Number.POSITIVE_INFINITY
  const rankOf = (head: number): number =>
    isFree(head) ? Number.POSITIVE_INFINITY : trustRank(set.rowAt(head).trust)
  return rivals.reduce((a, b) => {
    if (rankOf(a) !== rankOf(b)) return rankOf(a) > rankOf(b) ? a : b
    return Math.max(a, b)
  })
}

/** Whether lineage joins the classes of two entries: then it has said already how they stand. */
function relatedClasses(
  classes: DuplicateClasses,
  relations: readonly Relation[],
): (a: number, b: number) => boolean {
  const pairs = new Set(
    relations.map(({ top, under }) => classes.classOf(top) * classes.count + classes.classOf(under)),
  )
  return (a, b) =>
    pairs.has(classes.classOf(a) * classes.count + classes.classOf(b)) ||
    pairs.has(classes.classOf(b) * classes.count + classes.classOf(a))
}

function contradiction(set: EntrySet, [loser, winner]: readonly [number, number]): Issue {
  const subjects = set.idsAt([loser, winner])
  return {
    code: 'contradiction',
    severity: 'warning',
    subjects,
    message: `${set.idAt(winner)} and ${set.idAt(loser)} differ on ${set.rowAt(winner).slot}; ${set.idAt(winner)} is shown`,
    detail: { winner: set.idAt(winner), loser: set.idAt(loser), slot: set.rowAt(winner).slot },
    fix: reviewCommands(reviewItemId('contradiction', subjects)),
  }
}

function contradictionItem(set: EntrySet, [loser, winner]: readonly [number, number]): ReviewItem {
  const subjects = set.idsAt([loser, winner])
  return {
    id: reviewItemId('contradiction', subjects),
    kind: 'contradiction',
    subjects,
    at: set.rowAt(Math.max(loser, winner)).at,
    detail: { winner: set.idAt(winner), loser: set.idAt(loser), slot: set.rowAt(winner).slot },
  }
}
