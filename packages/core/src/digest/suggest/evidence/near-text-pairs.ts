import { createBest } from '../../../candidates/best-slots.ts'
import { by, byNumber, inOrder, reversed } from '../../../domain/order.ts'
import type { PairWeights } from '../communities/weighted-graph.ts'
import { createPairList } from './pair-list.ts'
import { cosine, type WordVectors } from './word-vectors.ts'

const WEIGHT = 500
const NEIGHBOURS = 5
const LEAST_COSINE = 0.3
/** What sums of weights may lack for want of digits: of equal texts the cosine is 1. */
const ROUNDING = 1e-9
/** A word of more texts than this nominates nobody: the work would grow with the square. */
const MOST_TEXTS = 50
/** So many of the likeliest are compared word by word. */
const MOST_COMPARED = 24

interface Near {
  readonly place: number
  readonly cosine: number
}

const nearestFirst = inOrder<Near>(
  reversed(by((near) => near.cosine, byNumber)),
  by((near) => near.place, byNumber),
)

/** Texts and those that are nearest to them in their words. */
export function nearTextPairs(vectors: WordVectors): PairWeights {
  const nominate = createNominator(vectors)
  const pairs = createPairList()
  const near = vectors.words.map((_, place) => nearestTo(vectors, place, nominate(place)))
  for (const [place, found] of near.entries()) {
    for (const { place: other, cosine } of found) {
      // Where both are among the nearest of each other the pair counts once.
      if (other < place && near[other]?.some((each) => each.place === place)) continue
      pairs.add(place, other, Math.floor(WEIGHT * cosine + ROUNDING))
    }
  }
  return pairs
}

function nearestTo(vectors: WordVectors, place: number, nominated: readonly number[]): readonly Near[] {
  return nominated
    .map((other) => ({ place: other, cosine: cosine(vectors, place, other) }))
    .filter((near) => near.cosine >= LEAST_COSINE)
    .sort(nearestFirst)
    .slice(0, NEIGHBOURS)
}

/** Names the texts that share the most telling words with one, by what these words alone weigh. */
function createNominator({ words, weights, frequencies }: WordVectors): (place: number) => readonly number[] {
  const postings = postingsOf(words, frequencies)
  const shared = new Float64Array(words.length)
  const best = createBest(MOST_COMPARED, byNumber)
  return (place) => {
    const touched: number[] = []
    for (const [at, word] of (words[place] ?? []).entries()) {
      const own = weights[place]?.[at] ?? 0
      const { texts, values } = postings[word] ?? NOBODY
      for (let index = 0; index < texts.length; index++) {
        const other = texts[index] ?? 0
        if (other === place) continue
        if (shared[other] === 0) touched.push(other)
        shared[other] = (shared[other] ?? 0) + own * (values[index] ?? 0)
      }
    }
    best.clear()
    for (const other of touched) {
      best.offer(other, shared[other] ?? 0)
      shared[other] = 0
    }
    return best.list()
  }

  function postingsOf(own: readonly Int32Array[], counts: readonly number[]): readonly Postings[] {
    const lists = counts.map((count) =>
      count > 1 && count <= MOST_TEXTS ? { texts: [] as number[], values: [] as number[] } : undefined,
    )
    for (const [place, list] of own.entries()) {
      for (const [at, word] of list.entries()) {
        lists[word]?.texts.push(place)
        lists[word]?.values.push(weights[place]?.[at] ?? 0)
      }
    }
    return lists.map((list) => list ?? NOBODY)
  }
}

interface Postings {
  readonly texts: readonly number[]
  readonly values: readonly number[]
}

const NOBODY: Postings = { texts: [], values: [] }
