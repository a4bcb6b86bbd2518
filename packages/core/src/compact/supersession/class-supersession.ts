import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { hidingReach } from '../lineage/may-hide.ts'
import type { Relation } from '../lineage/read-lineage.ts'

/** Some member of `over` explicitly supersedes some member of `under`. */
export interface ClassSupersession {
  readonly over: number
  readonly under: number
}

/** The pairs of classes that explicit supersession relates, each once, in order. */
export function classSupersessions(
  classes: DuplicateClasses,
  supersedes: readonly Relation[],
): readonly ClassSupersession[] {
  const pairs = new Map<number, ClassSupersession>()
  for (const { top, under } of supersedes) {
    const pair = { over: classes.classOf(top), under: classes.classOf(under) }
    if (pair.over !== pair.under) pairs.set(pair.over * classes.count + pair.under, pair)
  }
  return [...pairs.values()].sort((a, b) => a.over - b.over || a.under - b.under)
}

/**
 * The member that speaks for a class: the greatest that isn't retracted, or the greatest where all
 * are. Text from tools and the web speaks only where nothing better does, because a repetition
 * must not lend it the class's rank (RS-67).
 */
export function lastOf(set: EntrySet, members: Int32Array): number {
  const rank = (entry: number): number => {
    const row = set.rowAt(entry)
    return (row.retracted ? 0 : 2) + (hidingReach(row.trust) === Number.POSITIVE_INFINITY ? 1 : 0)
  }
  return members.reduce((last, entry) => (rank(entry) >= rank(last) ? entry : last))
}
