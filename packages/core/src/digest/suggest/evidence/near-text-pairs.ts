import { createBest } from '../../../candidates/best-slots.ts'
import { by, byNumber, inOrder, reversed } from '../../../domain/order.ts'
import type { PairWeights } from '../communities/weighted-graph.ts'
import { createPairList } from './pair-list.ts'
import { createComparer, type WordVectors } from './word-vectors.ts'

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
  const compare = createComparer(vectors)
  const near = Array.from({ length: vectors.starts.length - 1 }, (_, place) => {
    const nominated = nominate(place)
    return nearestOf(nominated, compare(place, nominated))
  })
  for (const [place, found] of near.entries()) {
    for (const { place: other, cosine } of found) {
      // Where both are among the nearest of each other the pair counts once.
      if (other < place && near[other]?.some((each) => each.place === place)) continue
      pairs.add(place, other, Math.floor(WEIGHT * cosine + ROUNDING))
    }
  }
  return pairs
}

function nearestOf(places: readonly number[], cosines: readonly number[]): readonly Near[] {
  return places
    .map((place, at) => ({ place, cosine: cosines[at] ?? 0 }))
    .filter((near) => near.cosine >= LEAST_COSINE)
    .sort(nearestFirst)
    .slice(0, NEIGHBOURS)
}

/** Names the texts that share the most telling words with one, by what these words alone weigh. */
function createNominator(vectors: WordVectors): (place: number) => readonly number[] {
  const { starts: own, words, weights } = vectors
  const { starts, texts, values } = postingsOf(vectors)
  const shared = new Float64Array(own.length - 1)
  const touched = new Int32Array(own.length - 1)
  const best = createBest(MOST_COMPARED, byNumber)
  return (place) => {
    let count = 0
    for (let at = own[place] ?? 0; at < (own[place + 1] ?? 0); at++) {
      const word = words[at] ?? 0
      const weight = weights[at] ?? 0
      const end = starts[word + 1] ?? 0
      for (let index = starts[word] ?? 0; index < end; index++) {
        const other = texts[index] ?? 0
        if (other === place) continue
        const sum = shared[other] ?? 0
        if (sum === 0) touched[count++] = other
        shared[other] = sum + weight * (values[index] ?? 0)
      }
    }
    best.clear()
    for (let at = 0; at < count; at++) {
      const other = touched[at] ?? 0
      best.offer(other, shared[other] ?? 0)
      shared[other] = 0
    }
    return best.list()
  }
}

/** Which texts have each word, and with which weight: those of a word lie between its start and the next. */
interface Postings {
  readonly starts: Int32Array
  readonly texts: Int32Array
  readonly values: Float64Array
}

/** Of words that tell something: more than one text has them, and not too many. */
function postingsOf({ starts: own, words, weights, frequencies }: WordVectors): Postings {
  const starts = new Int32Array(frequencies.length + 1)
  for (const [word, count] of frequencies.entries()) {
    starts[word + 1] = (starts[word] ?? 0) + (count > 1 && count <= MOST_TEXTS ? count : 0)
  }
  const size = starts[frequencies.length] ?? 0
  const texts = new Int32Array(size)
  const values = new Float64Array(size)
  const next = starts.slice()
  for (let place = 0; place + 1 < own.length; place++) {
    for (let at = own[place] ?? 0; at < (own[place + 1] ?? 0); at++) {
      const word = words[at] ?? 0
      const slot = next[word] ?? 0
      if (starts[word] === starts[word + 1]) continue
      texts[slot] = place
      values[slot] = weights[at] ?? 0
      next[word] = slot + 1
    }
  }
  return { starts, texts, values }
}
