import type { CompactionRow } from '../../ports/store.ts'
import type { EntrySet } from '../entry-set.ts'
import { graphOf, numberAt, targetsOf } from '../graph/graph.ts'

/** Entries of one scope that say the same. Members are in the total order, weakest first. */
export interface DuplicateClasses {
  readonly count: number
  classOf(entry: number): number
  membersOf(duplicateClass: number): Int32Array
}

/** Parts a set into duplicate classes. A titled entry is a note and a class of its own. */
export function duplicateClassesOf(set: EntrySet): DuplicateClasses {
  const entries: number[] = []
  const classes: number[] = []
  const known = new Map<string, Map<string, number>>()
  let count = 0
  for (const [entry, row] of set.rows.entries()) {
    entries.push(entry)
    classes.push(findClass(known, row, count))
    if (classes[entry] === count) count++
  }
  const members = graphOf(count, { from: classes, to: entries })
  return {
    count,
    classOf: (entry) => numberAt(classes, entry),
    membersOf: (duplicateClass) => targetsOf(members, duplicateClass),
  }
}

/** The class of a row; `next` where it is the first of its class. */
function findClass(known: Map<string, Map<string, number>>, row: CompactionRow, next: number): number {
  const key = sharedTextKey(row)
  if (key === undefined) return next
  let inScope = known.get(row.scope)
  if (inScope === undefined) {
    inScope = new Map()
    known.set(row.scope, inScope)
  }
  const found = inScope.get(key)
  if (found !== undefined) return found
  inScope.set(key, next)
  return next
}

/** The text key that an entry's duplicates share with it; undefined where it can have none. */
export function sharedTextKey(row: Pick<CompactionRow, 'titled' | 'text_key'>): string | undefined {
  return row.titled || row.text_key === null ? undefined : row.text_key
}
