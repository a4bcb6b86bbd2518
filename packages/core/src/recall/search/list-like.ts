import type { Entry, Scope } from '../../domain/entry.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { entryWords } from '../../words/entry-words.ts'

/** An entry that says something like another. */
export interface LikeEntry {
  readonly entry: Entry
  /** 0–1: cosine of the words, rare ones counting more. */
  readonly cosine: number
  /** What each word that both have adds to it, in text order. */
  readonly shared: readonly { readonly word: string; readonly weight: number }[]
}

/** So many entries that share telling words are looked at. */
export const LIKE_MAX = 200
const TITLE = 2
const TAG = 1.5

const likestFirst = inOrder<LikeEntry>(
  reversed(by(({ cosine }) => cosine, byNumber)),
  by(({ entry }) => entry.id, byText),
)

/** Entries of these scopes whose words are at least so like those of one, the likest first; the entry itself is none. */
export function listLike(
  reader: Pick<StoreReader, 'similar' | 'entries' | 'wordCounts' | 'wordTotals'>,
  scopes: readonly Scope[],
  entry: Entry,
  least: number,
): readonly LikeEntry[] {
  const text = [entry.title, entry.summary, entry.content, ...entry.tags].filter(Boolean).join('\n')
  const ids = reader.similar(text, LIKE_MAX + 1).filter((id) => id !== entry.id)
  if (ids.length === 0) return []
  const others = [...reader.entries({ visibility: 'all', scopes, ids })]
  const counted = others.map((other) => ({ entry: other, counts: countWords(other) }))
  const ownCounts = countWords(entry)
  const all = [ownCounts, ...counted.map(({ counts }) => counts)]
  const weightOf = wordWeights(reader, new Set(all.flatMap((counts) => [...counts.keys()])))
  const own = weighed(ownCounts, weightOf)
  return counted
    .map(({ entry: other, counts }) => {
      const shared = sharedWords(own, weighed(counts, weightOf))
      return { entry: other, shared, cosine: shared.reduce((sum, { weight }) => sum + weight, 0) }
    })
    .filter(({ cosine }) => cosine >= least)
    .sort(likestFirst)
}

type Weights = ReadonlyMap<string, number>

/** How often each word stands in an entry; in its title twice as often, in its tags half as often again. */
function countWords(entry: Entry): Weights {
  const { title, tags, body } = entryWords(entry)
  const counts = new Map<string, number>()
  for (const [{ stream }, weight] of [
    [title, TITLE],
    [tags, TAG],
    [body, 1],
  ] as const) {
    for (const word of stream) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  return counts
}

/** `ln(1 + N/df)` of each word. */
function wordWeights(
  reader: Pick<StoreReader, 'wordCounts' | 'wordTotals'>,
  words: ReadonlySet<string>,
): Weights {
  const { entries } = reader.wordTotals()
  const all = [...words]
  const counts = reader.wordCounts(all)
  return new Map(all.map((word, at) => [word, Math.log(1 + entries / Math.max(1, counts[at] ?? 1))]))
}

/** `(1 + ln tf) · idf`, at length 1. */
function weighed(counts: Weights, weightOf: Weights): Weights {
  const weights = [...counts].map(
    ([word, count]) => [word, (1 + Math.log(count)) * (weightOf.get(word) ?? 0)] as const,
  )
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
  return new Map(weights.map(([word, weight]) => [word, length === 0 ? 0 : weight / length]))
}

/** In text order, so that a and b are as like as b and a, to the last bit. */
function sharedWords(a: Weights, b: Weights): LikeEntry['shared'] {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  return [...few.keys()]
    .filter((word) => many.has(word))
    .sort(byText)
    .map((word) => ({ word, weight: (few.get(word) ?? 0) * (many.get(word) ?? 0) }))
}
