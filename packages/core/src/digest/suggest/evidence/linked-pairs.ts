import type { EntryId } from '../../../domain/ids.ts'
import { LINK_INVERSES, type Link } from '../../../domain/link.ts'
import type { PairWeights } from '../communities/weighted-graph.ts'
import { createPairList } from './pair-list.ts'

const CLOSE = 1500
const TYPED = 1000
const RELATED = 800
const INLINE = 600
const CLOSE_TYPES: ReadonlySet<string> = new Set(
  ['part-of', 'follows', 'same-as', 'alias-of'].flatMap((type) => [type, LINK_INVERSES[type] ?? type]),
)

/** Links between entries: what somebody said belongs together, by how close the type is. */
export function linkedPairs(links: readonly Link[], placeOf: ReadonlyMap<EntryId, number>): PairWeights {
  const pairs = createPairList()
  for (const link of links) {
    const from = placeOf.get(link.from)
    const to = placeOf.get(link.to)
    if (from !== undefined && to !== undefined && from !== to) pairs.add(from, to, linkWeight(link))
  }
  return pairs
}

function linkWeight({ type, source }: Link): number {
  if (source === 'inline') return INLINE
  if (CLOSE_TYPES.has(type)) return CLOSE
  return type === 'related' ? RELATED : TYPED
}
