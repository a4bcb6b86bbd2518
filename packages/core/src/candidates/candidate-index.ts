import { by, byNumber, byText, inOrder, type Order } from '../domain/order.ts'
import { type EqualGroups, groupEqual } from './equal-groups.ts'
import { hashUnits } from './hash-units.ts'
import { BANDS } from './min-hash.ts'
import { createNominate, MAX_COMPARED } from './nominate.ts'
import { createShingleCollector } from './shingle-vectors.ts'
import { createProfiler } from './text-profile.ts'
import { createWordCollector } from './word-postings.ts'

/** A text and the id it goes by. */
export interface TextEntry {
  readonly id: string
  readonly text: string
}

/** A text that may say the same, and how alike the two look: cosine of TF-IDF character n-grams, 0 to 1. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/**
 * Finds texts of a set that may say the same without comparing each with each. Its answers hang on the
 * set of texts alone, never on the order they came in. A candidate is no verdict: the guard decides.
 */
export interface CandidateIndex {
  /** The ids of the texts, sorted. */
  readonly ids: readonly string[]
  /** The most alike first, ties by id; at most 24. Empty for an id that isn't in the index. */
  candidatesOf(id: string, limit: number): readonly Candidate[]
  /** Cosine of two texts of the index; undefined where one isn't in it. */
  similarity(a: string, b: string): number | undefined
}

/** A plain comparator, not one composed: it runs for every candidate of every text. */
const bestFirst: Order<Candidate> = (a, b) => b.score - a.score || byText(a.id, b.id)

/** Reads a set of texts. Where an id occurs twice its last text counts. */
export function createCandidateIndex(entries: Iterable<TextEntry>): CandidateIndex {
  const texts = new Map<string, string>()
  for (const { id, text } of entries) texts.set(id, text)
  const numbered = numberByHash(texts.keys())
  const { vectors, postings, bands } = readTexts(numbered, texts)
  const nominate = createNominate(numbered.length, postings, bands)
  const numberOf = new Map(numbered.map((id, number) => [id, number]))

  const score = (from: number, to: readonly number[]): readonly Candidate[] => {
    vectors.open(from)
    const scored = to.map((number) => ({ id: numbered[number] ?? '', score: vectors.cosine(number) }))
    vectors.close()
    return scored
  }

  return {
    ids: numbered.toSorted(byText),
    candidatesOf(id, limit) {
      const number = numberOf.get(id)
      if (number === undefined) return []
      return score(number, nominate(number))
        .filter((candidate) => candidate.score > 0)
        .sort(bestFirst)
        .slice(0, Math.min(limit, MAX_COMPARED))
    },
    similarity(a, b) {
      const [first, second] = [numberOf.get(a), numberOf.get(b)]
      return first === undefined || second === undefined ? undefined : score(first, [second])[0]?.score
    },
  }
}

/** Ids by their hashes: so ties, which are many, go to a text that stands for no side and no order. */
function numberByHash(ids: Iterable<string>): readonly string[] {
  return Array.from(ids, (id) => ({ id, hash: hashUnits(id, 0, id.length) }))
    .sort(
      inOrder(
        by(({ hash }) => hash, byNumber),
        by(({ id }) => id, byText),
      ),
    )
    .map(({ id }) => id)
}

function readTexts(ids: readonly string[], texts: ReadonlyMap<string, string>) {
  const profile = createProfiler()
  let characters = 0
  for (const text of texts.values()) characters += text.length
  const shingles = createShingleCollector(ids.length, characters)
  const words = createWordCollector(ids.length, characters)
  const bandKeys = Array.from({ length: BANDS }, () => new Int32Array(ids.length))
  for (const [number, id] of ids.entries()) {
    const { shingles: hashes, terms, bands } = profile(texts.get(id) ?? '')
    shingles.add(hashes)
    words.add(terms)
    for (let band = 0; band < bands.length; band++) setAt(bandKeys[band], number, bands[band] ?? 0)
  }
  // Texts without a shingle share a key, but have nothing that could be alike.
  const bands: readonly EqualGroups[] = bandKeys.map(groupEqual)
  return { vectors: shingles.finish(), postings: words.finish(), bands }
}

function setAt(keys: Int32Array | undefined, number: number, key: number): void {
  if (keys !== undefined) keys[number] = key
}
