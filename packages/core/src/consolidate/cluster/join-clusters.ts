import type { ConsolidationRules } from '../options.ts'
import { compareMembers } from './likeness.ts'
import type { Member } from './member.ts'

/** Averages that differ by less are equal: sums differ in their last digits. */
const EQUAL = 1e-12

export type JoinRules = Pick<ConsolidationRules, 'minSimilarity' | 'minLink' | 'maxSize' | 'maxTokens'>

/** Whether two members say what can't both hold. */
export type Clashes = (a: Member, b: Member) => boolean

/** Members that lie together, by their places in the group. */
interface Cluster {
  /** The lowest comes first: it names the cluster. */
  readonly places: readonly number[]
  readonly tokens: number
  /** The sum of likenesses to each cluster that it may still join, by that cluster's name. */
  readonly links: Map<number, number>
}

/**
 * Joins what is most alike, time and again, while two clusters are alike on average, no two of their
 * members are strangers, and none contradict each other. Members come sorted by id, so that the order in
 * which they were given doesn't show.
 */
export function joinClusters(
  members: readonly Member[],
  rules: JoinRules,
  clashes: Clashes,
): readonly (readonly Member[])[] {
  const clusters = new Map<number, Cluster>()
  for (const [place, links] of compareMembers(members, rules.minLink).entries()) {
    clusters.set(place, { places: [place], tokens: members[place]?.tokens ?? 0, links: new Map(links) })
  }
  const best = new Map<number, Best | undefined>()
  for (const [name, cluster] of clusters) best.set(name, bestOf(clusters, name, cluster, rules))
  for (let next = greatest(best); next !== undefined; next = greatest(best)) {
    const { a, b } = next
    const touched = mayLie(members, clusters, next, clashes) ? join(clusters, a, b) : part(clusters, a, b)
    for (const name of touched) {
      const cluster = clusters.get(name)
      if (cluster === undefined) best.delete(name)
      else best.set(name, bestOf(clusters, name, cluster, rules))
    }
    for (const [name, found] of best) {
      const cluster = clusters.get(name)
      if (found === undefined || cluster === undefined || touched.has(name)) continue
      if (touched.has(found.a) || touched.has(found.b)) best.set(name, bestOf(clusters, name, cluster, rules))
    }
  }
  return [...clusters.values()]
    .filter(({ places }) => places.length > 1)
    .map(({ places }) => places.flatMap((place) => members[place] ?? []))
}

/** Two clusters, the lower name first, and how alike they are on average. */
interface Best {
  readonly a: number
  readonly b: number
  readonly average: number
}

function bestOf(
  clusters: ReadonlyMap<number, Cluster>,
  name: number,
  { places, tokens, links }: Cluster,
  rules: JoinRules,
): Best | undefined {
  let best: Best | undefined
  for (const [other, sum] of links) {
    const its = clusters.get(other)
    if (its === undefined) continue
    if (places.length + its.places.length > rules.maxSize) continue
    if (tokens + its.tokens > rules.maxTokens) continue
    const average = sum / (places.length * its.places.length)
    if (average < rules.minSimilarity) continue
    const found = { a: Math.min(name, other), b: Math.max(name, other), average }
    if (best === undefined || isBetter(found, best)) best = found
  }
  return best
}

function greatest(all: ReadonlyMap<number, Best | undefined>): Best | undefined {
  let best: Best | undefined
  for (const found of all.values()) {
    if (found !== undefined && (best === undefined || isBetter(found, best))) best = found
  }
  return best
}

function isBetter(one: Best, other: Best): boolean {
  if (Math.abs(one.average - other.average) > EQUAL) return one.average > other.average
  return one.a !== other.a ? one.a < other.a : one.b < other.b
}

function mayLie(
  members: readonly Member[],
  clusters: ReadonlyMap<number, Cluster>,
  { a, b }: Best,
  clashes: Clashes,
): boolean {
  const membersOf = (name: number) =>
    (clusters.get(name)?.places ?? []).flatMap((place) => members[place] ?? [])
  const others = membersOf(b)
  return membersOf(a).every((one) => others.every((other) => !clashes(one, other)))
}

/** Puts two clusters together: what only one of them could join is out of reach now. */
function join(clusters: Map<number, Cluster>, a: number, b: number): ReadonlySet<number> {
  const [one, other] = [clusters.get(a), clusters.get(b)]
  if (one === undefined || other === undefined) return new Set()
  const touched = new Set([a, b, ...one.links.keys(), ...other.links.keys()])
  const links = new Map<number, number>()
  for (const [name, sum] of one.links) {
    const its = other.links.get(name)
    if (its !== undefined) links.set(name, sum + its)
  }
  clusters.delete(b)
  clusters.set(a, {
    places: [...one.places, ...other.places].sort((x, y) => x - y),
    tokens: one.tokens + other.tokens,
    links,
  })
  for (const name of touched) {
    const cluster = clusters.get(name)
    if (cluster === undefined || name === a) continue
    cluster.links.delete(b)
    const sum = links.get(name)
    if (sum === undefined) cluster.links.delete(a)
    else cluster.links.set(a, sum)
  }
  return touched
}

/** Two clusters that must stay apart. */
function part(clusters: ReadonlyMap<number, Cluster>, a: number, b: number): ReadonlySet<number> {
  clusters.get(a)?.links.delete(b)
  clusters.get(b)?.links.delete(a)
  return new Set([a, b])
}
