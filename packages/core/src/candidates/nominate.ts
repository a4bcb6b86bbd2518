import type { Order } from '../domain/order.ts'
import type { BandBuckets } from './band-buckets.ts'
import { createBest } from './best-slots.ts'
import { BANDS } from './min-hash.ts'
import type { TermPostings } from './term-postings.ts'
import type { TextProfile } from './text-profile.ts'

/** How many postings one look-up walks. Words are taken rarest first, each whole or not at all. */
const POSTING_BUDGET = 1024
/** How many of the nominated texts are compared shingle by shingle. */
export const MAX_COMPARED = 24

/** A text to find others for, in an index of so many texts. */
export interface Nomination {
  readonly profile: TextProfile
  readonly textCount: number
  /** Slots are below this. */
  readonly slotCount: number
  /** The text's own slot, which is left out. */
  readonly own: number | undefined
}

/** Finds the slots worth comparing with a text. */
export type Nominate = (nomination: Nomination) => readonly number[]

/**
 * Nominates by two ways that fail on different texts: words catch paraphrases that share few shingles,
 * bands catch near copies of which every word is common.
 *
 *   words ──rarest first, up to the budget──► share of the text's word weight ─┐
 *   bands ──16 buckets──► hits ──► the Jaccard index that so many hits mean ───┴─ sum ─► best 24
 */
export function createNominate(
  postings: TermPostings,
  buckets: BandBuckets,
  bySlotId: Order<number>,
): Nominate {
  let promises = new Float32Array(0)
  let hits = new Uint8Array(0)
  let touched = new Int32Array(0)
  const best = createBest(MAX_COMPARED, bySlotId)

  return ({ profile: { terms, bands }, textCount, slotCount, own }) => {
    if (promises.length < slotCount) {
      promises = new Float32Array(slotCount * 2)
      hits = new Uint8Array(slotCount * 2)
      touched = new Int32Array(slotCount * 2)
    }
    let count = 0
    for (const { slots, share } of affordable(terms, postings, textCount)) {
      for (let place = 0; place < slots.length; place++) {
        const slot = slots[place] ?? 0
        const promise = promises[slot] ?? 0
        if (promise === 0) touched[count++] = slot
        promises[slot] = promise + share
      }
    }
    for (let band = 0; band < bands.length; band++) {
      for (const slot of buckets.slotsOf(band, bands[band] ?? 0)) {
        if (promises[slot] === 0) touched[count++] = slot
        const hit = hits[slot] ?? 0
        promises[slot] = (promises[slot] ?? 0) + (JACCARD_STEP[hit] ?? 0)
        hits[slot] = hit + 1
      }
    }
    best.clear()
    for (let place = 0; place < count; place++) {
      const slot = touched[place] ?? 0
      const promise = promises[slot] ?? 0
      if (promise >= best.least() && slot !== own) best.offer(slot, promise)
      promises[slot] = 0
      hits[slot] = 0
    }
    return best.list()
  }
}

/** Of bands of four rows, h in 16 are shared where J⁴ is about h / 16. What each further hit adds to J. */
const JACCARD_STEP = Float64Array.from(
  { length: BANDS },
  (_, hit) => ((hit + 1) / BANDS) ** 0.25 - (hit / BANDS) ** 0.25,
)

interface Posting {
  readonly term: number
  readonly slots: readonly number[]
  /** First the word's weight, then its share of the text's whole word weight. */
  share: number
}

/** A plain comparator, not one composed: it runs for every word of every text. */
const RAREST_FIRST: Order<Posting> = (a, b) => a.slots.length - b.slots.length || a.term - b.term

function affordable(terms: Int32Array, postings: TermPostings, textCount: number): readonly Posting[] {
  const taken: Posting[] = []
  let total = 0
  for (const term of terms) {
    const slots = postings.slotsOf(term)
    const weight = Math.log(1 + Math.max(1, textCount) / Math.max(1, slots.length)) ** 2
    total += weight
    if (slots.length <= POSTING_BUDGET) taken.push({ term, slots, share: weight })
  }
  taken.sort(RAREST_FIRST)
  let budget = POSTING_BUDGET
  const count = taken.findIndex(({ slots }) => {
    budget -= slots.length
    return budget < 0
  })
  if (count >= 0) taken.length = count
  for (const posting of taken) posting.share /= total
  return taken
}
