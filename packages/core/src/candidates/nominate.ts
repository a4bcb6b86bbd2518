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
    for (const { start, end, share } of affordable(own)) {
      for (let place = start; place < end; place++) {
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

/** The texts that hold one word of a text. */
interface Posting {
  readonly word: number
  readonly start: number
  readonly end: number
  /** First the word's weight, then its share of the text's whole word weight. */
  share: number
}

/** A plain comparator, not one composed: it runs for every word of every text. */
const rarestFirst = (a: Posting, b: Posting): number => a.end - a.start - (b.end - b.start) || a.word - b.word

function createAffordable(size: number, { starts, words, numberOf, listStarts }: WordPostings) {
  const weights = Float64Array.from({ length: listStarts.length - 1 }, (_, number) => {
    const count = (listStarts[number + 1] ?? 0) - (listStarts[number] ?? 0)
    return Math.log(1 + Math.max(1, size) / Math.max(1, count)) ** 2
  })
  return (text: number): readonly Posting[] => {
    const taken: Posting[] = []
    let total = 0
    for (let place = starts[text] ?? 0; place < (starts[text + 1] ?? 0); place++) {
      const number = numberOf[place] ?? 0
      const [start, end] = [listStarts[number] ?? 0, listStarts[number + 1] ?? 0]
      const share = weights[number] ?? 0
      total += share
      if (end - start <= POSTING_BUDGET) taken.push({ word: words[place] ?? 0, start, end, share })
    }
    taken.sort(rarestFirst)
    let budget = POSTING_BUDGET
    const count = taken.findIndex(({ start, end }) => {
      budget -= end - start
      return budget < 0
    })
    if (count >= 0) taken.length = count
    for (const posting of taken) posting.share /= total
    return taken
  }
}
