import type { PairWeights } from '../communities/weighted-graph.ts'
import { mostSharing } from './most-sharing.ts'
import { createPairList } from './pair-list.ts'

const WEIGHT = 300

/**
 * Entries that carry the same labels, such as tags: by how many of their labels are the same, those
 * that many entries carry left aside.
 */
export function sharingPairs(labels: readonly (readonly string[])[]): PairWeights {
  const carriers = carriersOf(labels)
  const most = mostSharing(labels.length)
  const telling = labels.map((own) =>
    [...new Set(own)].flatMap((label) => {
      const having = carriers.get(label) ?? []
      return having.length > 1 && having.length <= most ? [having] : []
    }),
  )
  const counts = labels.map((own) => tellingCount(own, carriers, most))
  const pairs = createPairList()
  for (const [place, lists] of telling.entries()) {
    const shared = new Map<number, number>()
    for (const other of lists.flat()) {
      if (other > place) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    for (const [other, both] of shared) {
      const either = (counts[place] ?? 0) + (counts[other] ?? 0) - both
      pairs.add(place, other, Math.floor((WEIGHT * both) / either))
    }
  }
  return pairs
}

function carriersOf(labels: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const carriers = new Map<string, number[]>()
  for (const [place, own] of labels.entries()) {
    for (const label of new Set(own)) {
      const having = carriers.get(label)
      if (having === undefined) carriers.set(label, [place])
      else having.push(place)
    }
  }
  return carriers
}

/** How many of an entry's labels count at all, those of its own included. */
function tellingCount(
  own: readonly string[],
  carriers: ReadonlyMap<string, readonly number[]>,
  most: number,
): number {
  let count = 0
  for (const label of new Set(own)) if ((carriers.get(label)?.length ?? 0) <= most) count += 1
  return count
}
