import { type Entry, USUAL_VALUE, valueOrUsual } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
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
  /** What each wanted word that it has adds, in the order of the query. */
  readonly terms: readonly { readonly word: string; readonly weight: number }[]
  /** Its place among the entries that have the words: 1 is the first. */
  readonly wordRank?: number
  /** Its place among the entries that mean something like the query. */
  readonly meaningRank?: number
}

/** The same, with the entry itself. */
export interface RankedEntry extends Ranked {
  readonly entry: Entry
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
  const scoreOf = scorer(search, forms, now)
  return inRank(
    entries.map((entry) => {
      const near = isRelaxed ? nearness(wordStream(bodyOf(entry)), wanted) : 0
      return { id: entry.id, entry, ...scoreOf(entry, countUses(entry, forms), near) }
    }),
  )
}

/** The same of entries whose texts nobody read, where the query needs all of its words. */
export function rankUses(uses: readonly RankedUses[], search: Understood, now: Instant): readonly Ranked[] {
  const scoreOf = scorer(search, formNumbers(search.wanted), now)
  return inRank(uses.map((use) => ({ id: use.id, ...scoreOf(use, use, 0) })))
}

interface Scored {
  readonly terms: Ranked['terms']
  readonly score: number
  readonly relevance: number
}

function scorer(
  { wanted, means, isRelaxed }: Understood,
  forms: ReadonlyMap<string, number>,
  now: Instant,
): (entry: Dated, uses: WordUses, near: number) => Scored {
  const weigh = wordWeigher(wanted, forms, means, isRelaxed ? RELAXED_BODY_B : BODY_B)
  return (entry, uses, near) => {
    const weights = weigh(uses)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const score = isRelaxed ? (sum + near) * coverage(weights, wanted) : sum
    const terms = wanted.flatMap(({ word }, index) => {
      const weight = weights[index] ?? 0
      return weight > 0 ? [{ word, weight }] : []
    })
    return { terms, score, relevance: score * freshness(entry, now) * worth(entry) }
  }
}

function inRank<R extends Ranked>(ranked: readonly R[]): readonly R[] {
  return ranked
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
    .map((each, index) => ({ ...each, wordRank: index + 1 }))
}

/** Best first, ties by id. */
export const bestFirst = inOrder<Pick<Ranked, 'id' | 'relevance'>>(
  reversed(by(({ relevance }) => relevance, byNumber)),
  by(({ id }) => id, byText),
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
function freshness({ updated }: Dated, now: Instant): number {
  const ageDays = Math.max(0, now - updated) / DAY_MS
  return 1 + 0.1 / (1 + ageDays / 7)
}

function worth(entry: Dated): number {
  return 1 + (valueOrUsual(entry) - USUAL_VALUE) / 500
}
