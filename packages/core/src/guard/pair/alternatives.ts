import type { SetMembers } from '../relations/exclusive/find-members.ts'
import { VALUE_SETS } from '../relations/exclusive/value-sets.ts'

const SETS = new Map(Object.keys(VALUE_SETS).map((name, set) => [name, set]))
const MOST_MEMBERS = 64

/** The members of sets of competing values, each as one number. */
export function packAlternatives(members: SetMembers): readonly number[] {
  if (members.size === 0) return NONE
  const packed: number[] = []
  for (const [name, found] of members) {
    const set = SETS.get(name)
    if (set !== undefined) for (const member of found) packed.push(set * MOST_MEMBERS + member)
  }
  return packed.length === 0 ? NONE : packed
}

/** Whether of one set each names a member that the other doesn't. */
export function areRivals(a: readonly number[], b: readonly number[]): boolean {
  return a.some((one) => !b.includes(one) && b.some((other) => isOfOneSet(one, other) && !a.includes(other)))
}

function isOfOneSet(one: number, other: number): boolean {
  return Math.floor(one / MOST_MEMBERS) === Math.floor(other / MOST_MEMBERS)
}

const NONE: readonly number[] = []
