import { trustRank } from '../../domain/entry.ts'
import type { DuplicateClasses } from '../duplicate-classes/duplicate-classes.ts'
import type { EntrySet } from '../entry-set.ts'
import type { Arrows } from '../graph/graph.ts'
import { hidingReach } from '../lineage/may-hide.ts'
import type { Relation } from '../lineage/read-lineage.ts'
import { type ClassSupersession, lastOf } from './class-supersession.ts'
import { olderSuperseders } from './older-superseders.ts'

/**
 * Who kills whom. Nodes below the set's size are entries; those above are relays:
 *
 *     superseders of one class, oldest first      relays        members, weakest first
 *                 first ───────────────────────► relay 0 ──────► m0  m1
 *                                                  ▲
 *                 second ──────────────────────► relay 1 ──────► m2
 *
 * A superseder kills all members older than itself. With a relay for each stretch between two
 * superseders there are as many arrows as superseders and members, instead of their product.
 */
export interface KillGraph extends Arrows {
  readonly size: number
}

interface Superseder {
  readonly entry: number
  readonly reach: number
}

/** Explicit supersession, and what it implies for the whole of the classes on both sides. */
export function killGraphOf(
  set: EntrySet,
  classes: DuplicateClasses,
  supersedes: readonly Relation[],
  pairs: readonly ClassSupersession[],
): KillGraph {
  const from = supersedes.map(({ top }) => top)
  const to = supersedes.map(({ under }) => under)
  let size = set.size
  const exceptions = olderSuperseders(set.size, supersedes)
  for (const { members, superseders } of supersededClasses(set, classes, pairs)) {
    for (const { entry, reach } of superseders) {
      if (!exceptions.hasAny(entry)) continue
      const older = members.filter((member) => member < entry && isInReach(set, member, reach))
      const spared = exceptions.among(older, entry)
      addKills(
        entry,
        older.filter((member) => !spared.has(member)),
        from,
        to,
      )
    }
    const regular = superseders.filter(({ entry }) => !exceptions.hasAny(entry))
    size = addRelayedKills(set, members, regular, size, from, to)
  }
  return { size, from, to }
}

function supersededClasses(
  set: EntrySet,
  classes: DuplicateClasses,
  pairs: readonly ClassSupersession[],
): readonly { readonly members: Int32Array; readonly superseders: readonly Superseder[] }[] {
  const byClass = new Map<number, Superseder[]>()
  const lasts = new Map<number, number>()
  for (const { over, under } of pairs) {
    const overMembers = classes.membersOf(over)
    // Between two classes of one entry each the explicit edge says it all.
    if (overMembers.length === 1 && classes.membersOf(under).length === 1) continue
    const entry = lasts.get(over) ?? lastOf(set, overMembers)
    lasts.set(over, entry)
    const superseders = byClass.get(under) ?? []
    superseders.push({ entry, reach: hidingReach(set.rowAt(entry).trust) })
    byClass.set(under, superseders)
  }
  return [...byClass].map(([under, superseders]) => ({
    members: classes.membersOf(under),
    superseders: superseders.sort((a, b) => a.entry - b.entry),
  }))
}

function isInReach(set: EntrySet, member: number, reach: number): boolean {
  return trustRank(set.rowAt(member).trust) <= reach
}

function addKills(entry: number, killed: Iterable<number>, from: number[], to: number[]): void {
  for (const member of killed) {
    from.push(entry)
    to.push(member)
  }
}

function addRelayedKills(
  set: EntrySet,
  members: Int32Array,
  superseders: readonly Superseder[],
  size: number,
  from: number[],
  to: number[],
): number {
  let nextNode = size
  for (const reach of new Set(superseders.map((superseder) => superseder.reach))) {
    const inReach = members.filter((member) => isInReach(set, member, reach))
    let relay: number | undefined
    let position = 0
    for (const superseder of superseders) {
      if (superseder.reach !== reach) continue
      const older = countBelow(inReach, position, superseder.entry)
      if (older > position) {
        const next = nextNode++
        if (relay !== undefined) addKills(next, [relay], from, to)
        addKills(next, inReach.slice(position, older), from, to)
        relay = next
        position = older
      }
      if (relay !== undefined) addKills(superseder.entry, [relay], from, to)
    }
  }
  return nextNode
}

function countBelow(members: Int32Array, start: number, limit: number): number {
  let count = start
  for (let member = members[count]; member !== undefined && member < limit; member = members[count]) count++
  return count
}
