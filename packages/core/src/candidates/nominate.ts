import { byNumber } from '../domain/order.ts'
import { createBest } from './best-slots.ts'
import type { EqualGroups } from './equal-groups.ts'
import { BANDS } from './min-hash.ts'
import type { WordPostings } from './word-postings.ts'

/** How many postings one look-up walks. Words are taken rarest first, each whole or not at all. */
const POSTING_BUDGET = 1024
/** Texts of one mould share a band: each is then compared with the first of them, not with all. */
export const MAX_BUCKET = 64
/** How many of the nominated texts are compared shingle by shingle. */
export const MAX_COMPARED = 24

/** Finds the texts worth comparing with one, of those that were numbered by their ids' hashes. */
export type Nominate = (text: number) => readonly number[]

/**
 * Nominates by two ways that fail on different texts: words catch paraphrases that share few shingles,
 * bands catch near copies of which every word is common.
 *
 *   words ──rarest first, up to the budget──► share of the text's word weight ─┐
 *   bands ──16 buckets──► hits ──► the Jaccard index that so many hits mean ───┴─ sum ─► best 24
 */
export function createNominate(
  size: number,
  postings: WordPostings,
  bands: readonly EqualGroups[],
): Nominate {
  const promises = new Float32Array(size)
  const hits = new Uint8Array(size)
  const touched = new Int32Array(size)
  const best = createBest(MAX_COMPARED, byNumber)
  const affordable = createAffordable(size, postings)

  return (own) => {
    let count = 0
    const words = affordable(own)
    for (let rank = 0; rank < words.count; rank++) {
      const number = words.numbers[rank] ?? 0
      const share = words.shares[rank] ?? 0
      const end = postings.listStarts[number + 1] ?? 0
      for (let place = postings.listStarts[number] ?? 0; place < end; place++) {
        const text = postings.texts[place] ?? 0
        const promise = promises[text] ?? 0
        if (promise === 0) touched[count++] = text
        promises[text] = promise + share
      }
    }
    for (const { groupOf, starts, members } of bands) {
      const bucket = groupOf[own] ?? 0
      const start = starts[bucket] ?? 0
      const end = Math.min(start + MAX_BUCKET, starts[bucket + 1] ?? 0)
      for (let place = start; place < end; place++) {
        const text = members[place] ?? 0
        const hit = hits[text] ?? 0
        if (hit === 0 && promises[text] === 0) touched[count++] = text
        hits[text] = hit + 1
      }
    }
    best.clear()
    for (let place = 0; place < count; place++) {
      const text = touched[place] ?? 0
      const promise = promised(promises[text] ?? 0, hits[text] ?? 0)
      if (promise >= best.least() && text !== own) best.offer(text, promise)
      promises[text] = 0
      hits[text] = 0
    }
    return best.list()
  }
}

/** Of bands of four rows, h in 16 are shared where J⁴ is about h / 16. What each further hit adds to J. */
const JACCARD_STEP = Float64Array.from(
  { length: BANDS },
  (_, hit) => ((hit + 1) / BANDS) ** 0.25 - (hit / BANDS) ** 0.25,
)

/** What so many hits promise by themselves; most that are touched share no rare word. */
const JACCARD = Float32Array.from({ length: BANDS + 1 }, (_, hits) => addHits(0, hits))

function promised(share: number, hits: number): number {
  return share === 0 ? (JACCARD[hits] ?? 0) : addHits(share, hits)
}

function addHits(share: number, hits: number): number {
  let promise = share
  for (let hit = 0; hit < hits; hit++) promise = Math.fround(promise + (JACCARD_STEP[hit] ?? 0))
  return promise
}

/** The words of one text that can be afforded: their numbers, and what each adds to a text's promise. */
interface Affordable {
  readonly count: number
  readonly numbers: Int32Array
  readonly shares: Float64Array
}

/** Good until it is asked for the next text. */
function createAffordable(
  size: number,
  { starts, words, numberOf, listStarts }: WordPostings,
): (text: number) => Affordable {
  const sizes = Int32Array.from(
    { length: listStarts.length - 1 },
    (_, number) => (listStarts[number + 1] ?? 0) - (listStarts[number] ?? 0),
  )
  const weights = Float64Array.from(
    sizes,
    (count) => Math.log(1 + Math.max(1, size) / Math.max(1, count)) ** 2,
  )
  // Each word costs one at least, so that no more than these can be afforded.
  const most = Math.min(mostWords(starts), POSTING_BUDGET)
  const places = new Int32Array(most)
  const numbers = new Int32Array(most)
  const shares = new Float64Array(most)
  // Rarest first, then by the word itself: numbers hang on what text came first.
  const isBefore = (place: number, other: number): boolean => {
    const difference = (sizes[numberOf[place] ?? 0] ?? 0) - (sizes[numberOf[other] ?? 0] ?? 0)
    return difference < 0 || (difference === 0 && (words[place] ?? 0) < (words[other] ?? 0))
  }

  return (text) => {
    let taken = 0
    let total = 0
    for (let place = starts[text] ?? 0; place < (starts[text + 1] ?? 0); place++) {
      const number = numberOf[place] ?? 0
      total += weights[number] ?? 0
      if ((sizes[number] ?? 0) > POSTING_BUDGET) continue
      if (taken === most && !isBefore(place, places[taken - 1] ?? 0)) continue
      let rank = Math.min(taken, most - 1)
      taken = rank + 1
      for (; rank > 0 && isBefore(place, places[rank - 1] ?? 0); rank--) places[rank] = places[rank - 1] ?? 0
      places[rank] = place
    }
    let count = 0
    for (let budget = POSTING_BUDGET; count < taken; count++) {
      const number = numberOf[places[count] ?? 0] ?? 0
      budget -= sizes[number] ?? 0
      if (budget < 0) break
      numbers[count] = number
      shares[count] = (weights[number] ?? 0) / total
    }
    return { count, numbers, shares }
  }
}

function mostWords(starts: Int32Array): number {
  let most = 0
  for (let text = 0; text + 1 < starts.length; text++) {
    most = Math.max(most, (starts[text + 1] ?? 0) - (starts[text] ?? 0))
  }
  return most
}
