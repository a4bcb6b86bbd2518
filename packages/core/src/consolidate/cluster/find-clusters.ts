import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import { normaliseSlot } from '../../guard/normalise/normalise-slot.ts'
import { comparePrepared } from '../../guard/pair/compare-prepared.ts'
import type { ConsolidationRules } from '../options.ts'
import { type Clashes, joinClusters } from './join-clusters.ts'
import type { Member } from './member.ts'

/** So many are compared with one another; of more, those of one time are. */
const MOST_COMPARED = 1000
/** So many sources a text stands for at most. */
const MOST_SOURCES = 20

const oldestFirst = inOrder<Member>(
  by(({ known }) => known.at, byNumber),
  by(({ known }) => known.entry.id, byText),
)
const byId = by<Member, string>(({ known }) => known.entry.id, byText)

/** Clusters of two members or more, each oldest first; in the order of their smallest ids. */
export function findClusters(
  members: readonly Member[],
  rules: ConsolidationRules,
): readonly (readonly Member[])[] {
  const clashes = createClashes()
  const oldest = members.toSorted(oldestFirst)
  const clusters =
    rules.cluster === 'blind'
      ? takeAll(oldest, clashes)
      : stretchesOf(oldest).flatMap((stretch) => joinClusters(stretch.toSorted(byId), rules, clashes))
  return clusters
    .filter(({ length }) => length > 1)
    .map((cluster) => cluster.toSorted(oldestFirst))
    .sort(by((cluster) => smallestId(cluster), byText))
}

export function smallestId(cluster: readonly Member[]): string {
  return cluster.map(({ known }) => known.entry.id).sort(byText)[0] ?? ''
}

function stretchesOf(members: readonly Member[]): readonly (readonly Member[])[] {
  const count = Math.ceil(members.length / MOST_COMPARED)
  return Array.from({ length: count }, (_, at) => members.slice(at * MOST_COMPARED, (at + 1) * MOST_COMPARED))
}

/** One cluster of all, as far as texts may stand together: each goes into the first that takes it. */
function takeAll(members: readonly Member[], clashes: Clashes): readonly (readonly Member[])[] {
  const clusters: Member[][] = []
  for (const member of members) {
    const open = clusters.find(
      (cluster) => cluster.length < MOST_SOURCES && !cluster.some((other) => clashes(other, member)),
    )
    if (open === undefined) clusters.push([member])
    else open.push(member)
  }
  return clusters
}

/**
 * Whether two members are of two subjects, or the guard finds that they contradict each other; asked once a
 * pair. A digest holds one subject's slot: without its own, what it had replaced would be shown again.
 */
function createClashes(): Clashes {
  const known = new Map<string, boolean>()
  return (one, other) => {
    const [a, b] = one.known.entry.id < other.known.entry.id ? [one, other] : [other, one]
    const key = `${a.known.entry.id} ${b.known.entry.id}`
    const found = known.get(key)
    if (found !== undefined) return found
    const { verdict } = comparePrepared(a.statement, b.statement, { a: a.context, b: b.context })
    const clashes = verdict === 'contradicts' || !hasOneSlot(a, b)
    known.set(key, clashes)
    return clashes
  }
}

function hasOneSlot({ known: a }: Member, { known: b }: Member): boolean {
  const [one, other] = [a.entry.key, b.entry.key]
  return one === undefined || other === undefined || normaliseSlot(one) === normaliseSlot(other)
}
