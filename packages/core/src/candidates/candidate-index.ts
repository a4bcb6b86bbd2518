import { by, byNumber, byText, inOrder, type Order, reversed } from '../domain/order.ts'
import type { ArrayPool } from './array-pool.ts'
import { type BandedText, createBandBuckets } from './band-buckets.ts'
import { hashUnits } from './hash-units.ts'
import { createNominate, MAX_COMPARED } from './nominate.ts'
import { createShingleWeights } from './shingle-weights.ts'
import { createTermPostings } from './term-postings.ts'
import { profileOf, type TextProfile } from './text-profile.ts'

/** A text that may say the same, and how alike the two look: cosine of TF-IDF character n-grams, 0 to 1. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/** What to find candidates for: a text in the index, or one that isn't. */
export type CandidateQuery = { readonly id: string } | { readonly text: string }

/**
 * Finds texts that may say the same without comparing with all. Its answers hang on the set of texts
 * alone, never on the order they came in. A candidate is no verdict: the guard decides.
 */
export interface CandidateIndex {
  readonly size: number
  /** Takes a text in, in place of an earlier one of that id. */
  add(id: string, text: string): void
  remove(id: string): void
  /** The most alike first, ties by id; at most 24. Empty for an id that isn't in the index. */
  candidatesOf(query: CandidateQuery, limit: number): readonly Candidate[]
  /** Cosine of two texts of the index; undefined where one isn't in it. */
  similarity(a: string, b: string): number | undefined
}

interface Held extends BandedText {
  readonly id: string
  readonly profile: TextProfile
  /** Memo of the length of its weight vector, good for one state of the index. */
  norm: number
  normedAt: number
}

const BEST_FIRST: Order<Candidate> = inOrder(
  by(({ score }) => score, reversed(byNumber)),
  by(({ id }) => id, byText),
)

/** An empty index. Where it is built for once, its arrays may lie in a pool. */
export function createCandidateIndex(pool?: ArrayPool): CandidateIndex {
  const byId = new Map<string, Held>()
  const held: (Held | undefined)[] = []
  const free: number[] = []
  const idHashes: number[] = []
  // Ties are many and strings are far away in memory: hashes of the ids settle nearly all of them.
  const bySlotId: Order<number> = (a, b) =>
    (idHashes[a] ?? 0) - (idHashes[b] ?? 0) || byText(held[a]?.id ?? '', held[b]?.id ?? '')
  const weights = createShingleWeights()
  const postings = createTermPostings()
  const buckets = createBandBuckets(bySlotId)
  const nominate = createNominate(postings, buckets, bySlotId)
  let version = 0

  const normOf = (entry: Held): number => {
    if (entry.normedAt !== version) {
      entry.norm = weights.norm(entry.profile.shingles)
      entry.normedAt = version
    }
    return entry.norm
  }

  const remove = (id: string): void => {
    const entry = byId.get(id)
    if (entry === undefined) return
    version++
    byId.delete(id)
    weights.remove(entry.profile.shingles)
    postings.remove(entry.slot, entry.profile.terms)
    buckets.remove(entry.slot, entry.bands, byId.values())
    held[entry.slot] = undefined
    free.push(entry.slot)
  }

  const scoreAll = (profile: TextProfile, norm: number, slots: readonly number[]): readonly Candidate[] => {
    weights.open(profile.shingles)
    const scored: Candidate[] = []
    for (const slot of slots) {
      const other = held[slot]
      if (other === undefined) continue
      const score = cosine(weights.dot(other.profile.shingles), norm, normOf(other))
      if (score > 0) scored.push({ id: other.id, score })
    }
    weights.close(profile.shingles)
    return scored
  }

  return {
    get size() {
      return byId.size
    },
    add(id, text) {
      remove(id)
      version++
      const profile = pool === undefined ? profileOf(text) : packed(profileOf(text), pool)
      const slot = free.pop() ?? held.length
      const entry = { id, slot, profile, bands: profile.bands, norm: 0, normedAt: -1 }
      held[slot] = entry
      idHashes[slot] = hashUnits(id, 0, id.length)
      byId.set(id, entry)
      weights.add(profile.shingles)
      postings.add(slot, profile.terms)
      buckets.add(slot, profile.bands)
    },
    remove,
    candidatesOf(query, limit) {
      const entry = 'id' in query ? byId.get(query.id) : undefined
      const profile = 'id' in query ? entry?.profile : profileOf(query.text)
      if (profile === undefined) return []
      const slots = nominate({
        profile,
        textCount: byId.size,
        slotCount: held.length,
        own: entry?.slot,
      })
      const norm = entry === undefined ? weights.norm(profile.shingles) : normOf(entry)
      return [...scoreAll(profile, norm, slots)].sort(BEST_FIRST).slice(0, Math.min(limit, MAX_COMPARED))
    },
    similarity(a, b) {
      const first = byId.get(a)
      const second = byId.get(b)
      if (first === undefined || second === undefined) return undefined
      return scoreAll(first.profile, normOf(first), [second.slot])[0]?.score ?? 0
    },
  }
}

function packed({ shingles, terms, bands }: TextProfile, pool: ArrayPool): TextProfile {
  return { shingles: pool.unsigned(shingles), terms: pool.signed(terms), bands: pool.signed(bands) }
}

/** Rounding may carry a text's likeness with itself past 1. */
function cosine(dot: number, a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.min(1, dot / (a * b))
}
