import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { entryWords } from '../../words/entry-words.ts'

/** An entry that says something like another. */
export interface LikeEntry {
  readonly id: EntryId
  /** 0–1: cosine of the words, rare ones counting more. */
  readonly cosine: number
}

/** So many entries that share telling words are looked at. */
const CANDIDATES = 200
const TITLE = 2
const TAG = 1.5

const likestFirst = inOrder<LikeEntry>(
  reversed(by(({ cosine }) => cosine, byNumber)),
  by(({ id }) => id, byText),
)

/** Entries whose words are at least so like those of one, the likest first; the entry itself is none. */
export function listLike(
  reader: Pick<StoreReader, 'similar' | 'entries' | 'wordCounts' | 'wordTotals'>,
  entry: Entry,
  least: number,
): readonly LikeEntry[] {
  const text = [entry.title, entry.summary, entry.content, ...entry.tags].filter(Boolean).join('\n')
  const ids = reader.similar(text, CANDIDATES).filter((id) => id !== entry.id)
  if (ids.length === 0) return []
  const counted = [entry, ...reader.entries({ visibility: 'all', ids })].map((each) => ({
    id: each.id,
    counts: countWords(each),
  }))
  const weightOf = wordWeights(reader, new Set(counted.flatMap(({ counts }) => [...counts.keys()])))
  const [own, ...others] = counted.map(({ id, counts }) => ({ id, weights: weighed(counts, weightOf) }))
  if (own === undefined) return []
  return others
    .map(({ id, weights }) => ({ id, cosine: cosineOf(own.weights, weights) }))
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

function cosineOf(a: Weights, b: Weights): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  // In text order, so that a and b are as like as b and a, to the last bit.
  const shared = [...few.keys()].filter((word) => many.has(word)).sort(byText)
  return shared.reduce((sum, word) => sum + (few.get(word) ?? 0) * (many.get(word) ?? 0), 0)
}
