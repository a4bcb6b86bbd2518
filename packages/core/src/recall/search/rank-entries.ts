import { type Entry, USUAL_VALUE, valueOrUsual } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import { bodyOf } from '../../words/entry-words.ts'
import { wordStream } from '../../words/index-words.ts'
import type { WordSearch } from './find-words.ts'
import { nearness } from './nearness.ts'
import { type WantedWord, wordWeigher } from './weigh-words.ts'

/** An entry as it ranks for a query. */
export interface RankedEntry {
  readonly entry: Entry
  /** The score, a little higher for what is recent and for what is worth more; by meaning too, fused ranks. */
  readonly relevance: number
  readonly score: number
  /** What each wanted word that it has adds, in the order of the query. */
  readonly terms: readonly { readonly word: string; readonly weight: number }[]
  /** Its place among the entries that have the words: 1 is the first. */
  readonly wordRank?: number
  /** Its place among the entries that mean something like the query. */
  readonly meaningRank?: number
}

const DAY_MS = 86_400_000
const BODY_B = 0.75
// Measured by `bench/recall`: where words are missing, a short text is no better for being short.
const RELAXED_BODY_B = 0.4

/** Ranks entries by the words of the query, best first, ties by id. What has none of the words is left out. */
export function rankEntries(
  entries: readonly Entry[],
  { wanted, means, isRelaxed }: Pick<WordSearch, 'wanted' | 'means' | 'isRelaxed'>,
  now: Instant,
): readonly RankedEntry[] {
  const weigh = wordWeigher(wanted, means, isRelaxed ? RELAXED_BODY_B : BODY_B)
  return entries
    .map((entry) => {
      const weights = weigh(entry)
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const score = isRelaxed
        ? (sum + nearness(wordStream(bodyOf(entry)), wanted)) * coverage(weights, wanted)
        : sum
      const terms = wanted.flatMap(({ word }, index) => {
        const weight = weights[index] ?? 0
        return weight > 0 ? [{ word, weight }] : []
      })
      return { entry, terms, score, relevance: score * freshness(entry, now) * worth(entry) }
    })
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
    .map((ranked, index) => ({ ...ranked, wordRank: index + 1 }))
}

const bestFirst = inOrder<RankedEntry>(
  reversed(by(({ relevance }) => relevance, byNumber)),
  by(({ entry }) => entry.id, byText),
)

/** What share of what the query asks for is there at all, rare words counting more. */
function coverage(weights: readonly number[], wanted: readonly WantedWord[]): number {
  let there = 0
  let all = 0
  for (const [index, { forms }] of wanted.entries()) {
    const idf = Math.max(...forms.map((form) => form.idf * form.weight))
    all += idf
    if ((weights[index] ?? 0) > 0) there += idf
  }
  return all === 0 ? 1 : there / all
}

/** At most a tenth more for what was changed just now, half of that a week later. */
function freshness({ updated }: Entry, now: Instant): number {
  const ageDays = Math.max(0, now - updated) / DAY_MS
  return 1 + 0.1 / (1 + ageDays / 7)
}

function worth(entry: Entry): number {
  return 1 + (valueOrUsual(entry) - USUAL_VALUE) / 500
}
