import type { PairWeights } from '../communities/weighted-graph.ts'

/** Pairs as they are found. */
export interface PairList extends PairWeights {
  /** What weighs nothing is left out. */
  add(from: number, to: number, weight: number): void
}

export function createPairList(): PairList {
  const pairs: { readonly from: number[]; readonly to: number[]; readonly weight: number[] } = {
    from: [],
    to: [],
    weight: [],
  }
  return {
    ...pairs,
    add(from, to, weight) {
      if (weight <= 0) return
      pairs.from.push(from)
      pairs.to.push(to)
      pairs.weight.push(weight)
    },
  }
}
