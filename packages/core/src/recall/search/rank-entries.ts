import { type Entry, USUAL_VALUE, valueOrUsual } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { byNumber, byText } from '../../domain/order.ts'
import type { RankedUses, WordUses } from '../../ports/store.ts'
import { countUses } from '../../words/count-uses.ts'
import { bodyOf } from '../../words/entry-words.ts'
import { wordStream } from '../../words/index-words.ts'
import type { WordSearch } from './find-words.ts'
import { nearness } from './nearness.ts'
import { formNumbers, type WantedWord, wordWeigher } from './weigh-words.ts'

/** How an entry ranks for a query. */
export interface Ranked {
  readonly id: EntryId
  /** The score, a little higher for what is recent and for what is worth more; by meaning too, fused ranks. */
  readonly relevance: number
  readonly score: number
}

/** The same, with the entry itself. */
export interface RankedEntry extends Ranked {
  readonly entry: Entry
  /** What each wanted word that it has adds, in the order of the query. */
  readonly terms: readonly { readonly word: string; readonly weight: number }[]
  /** Its place among the entries that have the words: 1 is the first. */
  readonly wordRank?: number
  /** Its place among the entries that mean something like the query. */
  readonly meaningRank?: number
}

/** The same of an entry whose text nobody read. */
export interface RankedUse extends Ranked {
  readonly use: RankedUses
  /** What each wanted word adds; 0 for one that it doesn't have. */
  readonly weights: readonly number[]
}

interface Dated {
  readonly updated: Instant
  readonly value?: number | undefined
}

const DAY_MS = 86_400_000
const BODY_B = 0.75
// Measured by `bench/recall`: where words are missing, a short text is no better for being short.
const RELAXED_BODY_B = 0.4

type Understood = Pick<WordSearch, 'wanted' | 'means' | 'isRelaxed'>

/** Ranks entries by the words of the query, best first, ties by id. What has none of the words is left out. */
export function rankEntries(
  entries: readonly Entry[],
  search: Understood,
  now: Instant,
): readonly RankedEntry[] {
  const { wanted, isRelaxed } = search
  const forms = formNumbers(wanted)
  const weigh = weigherOf(search, forms)
  return inRank(
    entries.map((entry) => {
      const weights = weigh(countUses(entry, forms))
      const near = isRelaxed ? nearness(wordStream(bodyOf(entry)), wanted) : 0
      const score = isRelaxed ? (sumOf(weights) + near) * coverage(weights, wanted) : sumOf(weights)
      const terms = termsOf(weights, wanted)
      return { id: entry.id, entry, terms, score, relevance: relevanceOf(score, entry, now) }
    }),
  ).map((ranked, index) => ({ ...ranked, wordRank: index + 1 }))
}

/** The same of entries whose texts nobody read, where the query needs all of its words. */
export function rankUses(
  uses: readonly RankedUses[],
  search: Understood,
  now: Instant,
): readonly RankedUse[] {
  const weigh = weigherOf(search, formNumbers(search.wanted))
  return inRank(
    uses.map((use) => {
      const weights = weigh(use)
      const score = sumOf(weights)
      return { id: use.id, use, weights, score, relevance: relevanceOf(score, use, now) }
    }),
  )
}

function weigherOf(
  { wanted, means, isRelaxed }: Understood,
  forms: ReadonlyMap<string, number>,
): (uses: WordUses) => readonly number[] {
  return wordWeigher(wanted, forms, means, isRelaxed ? RELAXED_BODY_B : BODY_B)
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0)
}

/** Which words add something, and how much. */
export function termsOf(weights: readonly number[], wanted: readonly WantedWord[]): RankedEntry['terms'] {
  return wanted.flatMap(({ word }, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? [{ word, weight }] : []
  })
}

function relevanceOf(score: number, entry: Dated, now: Instant): number {
  return score * freshness(entry, now) * worth(entry)
}

function inRank<R extends Ranked>(ranked: readonly R[]): readonly R[] {
  return ranked.filter(({ score }) => score > 0).sort(bestFirst)
}

/** Best first, ties by id. Written out: a search compares hundreds of times. */
export function bestFirst(a: Pick<Ranked, 'id' | 'relevance'>, b: typeof a): number {
  return byNumber(b.relevance, a.relevance) || byText(a.id, b.id)
}

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
function freshness({ updated }: Dated, now: Instant): number {
  const ageDays = Math.max(0, now - updated) / DAY_MS
  return 1 + 0.1 / (1 + ageDays / 7)
}

function worth(entry: Dated): number {
  return 1 + (valueOrUsual(entry) - USUAL_VALUE) / 500
}
