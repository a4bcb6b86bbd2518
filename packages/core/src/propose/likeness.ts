import { createComparer, wordVectors } from '../digest/suggest/evidence/word-vectors.ts'
import type { MergeGroup, MergeSource } from './merge-source.ts'

/** How alike two of a list are, by their places in it: 0 to 1. It orders, and decides nothing. */
export type Likeness = (a: number, b: number) => number

/** Words count most, then shared tags, then shared files. */
export function likenessAmong(candidates: readonly MergeSource[]): Likeness {
  const compare = createComparer(
    wordVectors(candidates.map(({ entry }) => ({ title: '', body: entry.content }))),
  )
  const places = candidates.map((_, place) => place)
  const cosines = places.map((place) => compare(place, places))
  const tags = candidates.map(({ entry }) => new Set(entry.tags))
  const paths = candidates.map(({ entry }) => new Set(entry.refs.flatMap(({ path }) => path ?? [])))
  return (a, b) =>
    0.7 * (cosines[a]?.[b] ?? 0) + 0.2 * jaccard(tags[a], tags[b]) + 0.1 * jaccard(paths[a], paths[b])
}

function jaccard(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  const shared = [...a].filter((item) => b.has(item)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** Each of a group is compared with each: of more than these only those whose ids lie beside each other. */
const MOST_COMPARED = 1500

export function comparableGroups(groups: readonly MergeGroup[]): readonly MergeGroup[] {
  return groups.flatMap(({ category, candidates }) =>
    Array.from({ length: Math.ceil(candidates.length / MOST_COMPARED) }, (_, at) => ({
      category,
      candidates: candidates.slice(at * MOST_COMPARED, (at + 1) * MOST_COMPARED),
    })),
  )
}
