import { type Trust, trustRank } from '../../domain/entry.ts'

const LEAST_FREE = trustRank('repo')

/** Text from tools and from the web hides nothing of a higher trust by itself (RS-67). */
export function mayHide(top: Trust, under: Trust): boolean {
  return hidingReach(top) >= trustRank(under)
}

/** The greatest trust rank that an entry of this trust may hide. */
export function hidingReach(trust: Trust): number {
  const rank = trustRank(trust)
  return rank < LEAST_FREE ? rank : Number.POSITIVE_INFINITY
}
