import type { Member } from './member.ts'

const COSINE_SHARE = 0.7
const SUBJECT_SHARE = 0.3

/** How alike two members of a group are, by their places; 0–1. */
export type Likeness = (a: number, b: number) => number

/** For each member the likeness to every other of the group: by words, and by what both are about. */
export function compareMembers(
  members: readonly Member[],
  least: number,
): readonly ReadonlyMap<number, number>[] {
  const vectors = vectorsOf(members)
  const links = members.map(() => new Map<number, number>())
  const sums = new Float64Array(members.length)
  const postings = postingsOf(vectors)
  for (const [place, member] of members.entries()) {
    sums.fill(0)
    for (const [term, weight] of vectors[place] ?? []) {
      for (const { other, weight: its } of postings.get(term) ?? []) {
        if (other > place) sums[other] = (sums[other] ?? 0) + weight * its
      }
    }
    for (let other = place + 1; other < members.length; other++) {
      const its = members[other]
      if (its === undefined) continue
      const likeness = blend(sums[other] ?? 0, shareOf(member.subjects, its.subjects))
      if (likeness < least) continue
      links[place]?.set(other, likeness)
      links[other]?.set(place, likeness)
    }
  }
  return links
}

function blend(cosine: number, subjects: number | undefined): number {
  return subjects === undefined ? cosine : COSINE_SHARE * cosine + SUBJECT_SHARE * subjects
}

/** Jaccard of two sets; undefined where one is empty and says nothing. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number | undefined {
  if (a.size === 0 || b.size === 0) return undefined
  const shared = [...a].filter((key) => b.has(key)).length
  return shared / (a.size + b.size - shared)
}

type Vector = ReadonlyMap<string, number>

/** Of length 1, weighed by `(1 + ln tf) · ln(1 + N/df)` within the group. */
function vectorsOf(members: readonly Member[]): readonly Vector[] {
  const frequencies = new Map<string, number>()
  for (const { terms } of members) {
    for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  return members.map(({ terms }) => {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const weights = [...counts].map(([term, count]): readonly [string, number] => [
      term,
      (1 + Math.log(count)) * Math.log(1 + members.length / (frequencies.get(term) ?? 1)),
    ])
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
    return new Map(weights.map(([term, weight]) => [term, weight / length]))
  })
}

interface Posting {
  readonly other: number
  readonly weight: number
}

function postingsOf(vectors: readonly Vector[]): ReadonlyMap<string, readonly Posting[]> {
  const postings = new Map<string, Posting[]>()
  for (const [other, vector] of vectors.entries()) {
    for (const [term, weight] of vector) {
      const known = postings.get(term)
      if (known === undefined) postings.set(term, [{ other, weight }])
      else known.push({ other, weight })
    }
  }
  return postings
}
