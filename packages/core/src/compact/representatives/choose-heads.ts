import { trustRank } from '../../domain/entry.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import { numberAt } from '../graph/graph.ts'
import type { Relation } from '../lineage/read-lineage.ts'
import type { StandIns } from '../stand-ins/resolve-stand-ins.ts'
import type { Supersession } from '../supersession/resolve-supersession.ts'

/** Who speaks for each duplicate class. */
export interface Representatives {
  /** The head of a class; undefined where nobody of it may be shown. */
  headOf(duplicateClass: number): number | undefined
  /** Members of a class that may be shown, weakest first. */
  liveMembersOf(duplicateClass: number): Int32Array
  /** The greatest entry that hides this one as a near-duplicate. */
  duplicateTopOf(entry: number): number | undefined
}

const NONE = -1

/** Chooses the head of each class: the greatest of its live members of the highest trust. */
export function chooseHeads(
  set: EntrySet,
  classes: DuplicateClasses,
  supersession: Supersession,
  standIns: StandIns,
): Representatives {
  const duplicateTops = greatestTops(standIns.duplicates)
  const isLive = (entry: number): boolean => {
    const row = set.rowAt(entry)
    if (row.retracted || row.forgotten || supersession.isDead(entry)) return false
    return !standIns.isDissolved(entry) && !duplicateTops.has(entry)
  }
  const heads = new Int32Array(classes.count).fill(NONE)
  for (const [entry, row] of set.rows.entries()) {
    if (!isLive(entry)) continue
    const duplicateClass = classes.classOf(entry)
    const head = numberAt(heads, duplicateClass)
    if (head === NONE || trustRank(row.trust) >= trustRank(set.rowAt(head).trust))
      heads[duplicateClass] = entry
  }
  return {
    headOf(duplicateClass) {
      const head = numberAt(heads, duplicateClass)
      return head === NONE ? undefined : head
    },
    liveMembersOf: (duplicateClass) => classes.membersOf(duplicateClass).filter(isLive),
    duplicateTopOf: (entry) => duplicateTops.get(entry),
  }
}

function greatestTops(duplicates: readonly Relation[]): ReadonlyMap<number, number> {
  const tops = new Map<number, number>()
  for (const { top, under } of duplicates) tops.set(under, Math.max(top, tops.get(under) ?? top))
  return tops
}
