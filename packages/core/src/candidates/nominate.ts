import { by, byNumber, inOrder, type Order } from '../domain/order.ts'
import type { BandBuckets } from './band-buckets.ts'
import { BANDS } from './min-hash.ts'
import type { TermPostings } from './term-postings.ts'
import type { TextProfile } from './text-profile.ts'

/** How many postings one look-up walks. Words are taken rarest first, each whole or not at all. */
const POSTING_BUDGET = 2048
/** How many of the nominated texts are compared shingle by shingle. */
export const MAX_COMPARED = 32

/** Finds the slots worth comparing with a text; a slot of its own is left out. */
export type Nominate = (profile: TextProfile, size: number, own: number | undefined) => readonly number[]

interface Posting {
  readonly term: number
  readonly slots: readonly number[]
}

/**
 * Nominates by two ways that fail on different texts: words catch paraphrases that share few shingles,
 * bands catch near copies of which every word is common.
 *
 *   words ──rarest first, up to the budget──► share of the text's word weight ─┐
 *   bands ──16 buckets──► hits ──► the Jaccard index that so many hits mean ───┴─ sum ─► best 64
 */
export function createNominate(
  postings: TermPostings,
  buckets: BandBuckets,
  bySlotId: Order<number>,
): Nominate {
  let words = new Float64Array(0)
  let hits = new Uint8Array(0)

  return ({ terms, bands }, size, own) => {
    if (words.length <= size) {
      words = new Float64Array(size * 2 + 64)
      hits = new Uint8Array(size * 2 + 64)
    }
    const touched: number[] = []
    const touch = (slot: number): void => {
      if (words[slot] === 0 && hits[slot] === 0) touched.push(slot)
    }
    const posted = Array.from(terms, (term) => ({ term, slots: postings.slotsOf(term) }))
    let total = 0
    for (const posting of posted) total += weightOf(posting, size)
    for (const posting of affordable(posted)) {
      const weight = weightOf(posting, size) / total
      for (const slot of posting.slots) {
        touch(slot)
        words[slot] = (words[slot] ?? 0) + weight
      }
    }
    bands.forEach((key, band) => {
      for (const slot of buckets.slotsOf(band, key)) {
        touch(slot)
        hits[slot] = (hits[slot] ?? 0) + 1
      }
    })
    const promise = (slot: number): number => (words[slot] ?? 0) + (JACCARD_OF_HITS[hits[slot] ?? 0] ?? 0)
    const best = createBest(MAX_COMPARED, promise, bySlotId)
    for (const slot of touched) if (slot !== own) best.offer(slot)
    for (const slot of touched) {
      words[slot] = 0
      hits[slot] = 0
    }
    return best.slots
  }
}

/** Of bands of four rows, h in 16 are shared where J⁴ is about h / 16. */
const JACCARD_OF_HITS = Float64Array.from({ length: BANDS + 1 }, (_, hits) => (hits / BANDS) ** 0.25)

const RAREST_FIRST: Order<Posting> = inOrder(
  by((posting) => posting.slots.length, byNumber),
  by((posting) => posting.term, byNumber),
)

function affordable(posted: readonly Posting[]): readonly Posting[] {
  const taken: Posting[] = []
  let budget = POSTING_BUDGET
  for (const posting of [...posted].sort(RAREST_FIRST)) {
    budget -= posting.slots.length
    if (budget < 0) break
    taken.push(posting)
  }
  return taken
}

function weightOf({ slots }: Posting, size: number): number {
  return Math.log(1 + Math.max(1, size) / Math.max(1, slots.length)) ** 2
}

interface Best {
  readonly slots: readonly number[]
  offer(slot: number): void
}

/** Keeps the slots of the highest promise, ties by id: a short sorted list beats sorting them all. */
function createBest(limit: number, promise: (slot: number) => number, bySlotId: Order<number>): Best {
  const slots: number[] = []
  const promises: number[] = []
  return {
    slots,
    offer(slot) {
      const value = promise(slot)
      let place = slots.length
      while (place > 0) {
        const other = promises[place - 1] ?? 0
        if (other > value || (other === value && bySlotId(slots[place - 1] ?? slot, slot) < 0)) break
        place--
      }
      if (place >= limit) return
      slots.splice(place, 0, slot)
      promises.splice(place, 0, value)
      if (slots.length > limit) {
        slots.pop()
        promises.pop()
      }
    },
  }
}
