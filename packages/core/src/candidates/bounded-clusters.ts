import { by, byNumber, byText, inOrder, sortedUnique } from '../domain/order.ts'
import type { CandidatePair } from './candidate-pairs.ts'

/** How far a cluster may reach. */
export interface ClusterBounds {
  /** Members of one cluster, at most. */
  readonly maxSize: number
  /** Distance (1 − score) of any two members, at most. Two that are no pair are infinitely far apart. */
  readonly maxDiameter: number
  /** The order in which entries choose, such as the oldest first; by id where it isn't given. */
  readonly order?: readonly string[]
}

interface Cluster {
  readonly place: number
  readonly members: string[]
}

/**
 * Clusters in which every entry is near every other, so that a chain of neighbours never runs together.
 * Greedy: each entry in turn joins the first cluster all of whose members it is near, else opens one.
 * Members and clusters come in the order given; an entry alone is no cluster.
 */
export function boundedClusters(
  pairs: Iterable<CandidatePair>,
  bounds: ClusterBounds,
): readonly (readonly string[])[] {
  const near = nearOf(pairs, bounds.maxDiameter)
  const clusterOf = new Map<string, Cluster>()
  const clusters: Cluster[] = []
  for (const id of inGivenOrder(near, bounds.order ?? [])) {
    const home = findHome(near.get(id) ?? new Set(), clusterOf, bounds.maxSize)
    const cluster = home ?? { place: clusters.length, members: [] }
    if (home === undefined) clusters.push(cluster)
    cluster.members.push(id)
    clusterOf.set(id, cluster)
  }
  return clusters.map(({ members }) => members).filter((members) => members.length > 1)
}

type Near = ReadonlyMap<string, ReadonlySet<string>>

function nearOf(pairs: Iterable<CandidatePair>, maxDiameter: number): Near {
  const near = new Map<string, Set<string>>()
  const join = (from: string, to: string): void => {
    const known = near.get(from)
    if (known === undefined) near.set(from, new Set([to]))
    else known.add(to)
  }
  for (const { a, b, score } of pairs) {
    if (a === b || 1 - score > maxDiameter) continue
    join(a, b)
    join(b, a)
  }
  return near
}

/** Entries that the order doesn't name come after those it does. */
function inGivenOrder(near: Near, order: readonly string[]): readonly string[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const byPlace = inOrder<string>(
    by((id) => places.get(id) ?? order.length, byNumber),
    byText,
  )
  return sortedUnique(near.keys()).sort(byPlace)
}

function findHome(
  neighbours: ReadonlySet<string>,
  clusterOf: ReadonlyMap<string, Cluster>,
  maxSize: number,
): Cluster | undefined {
  const shared = new Map<Cluster, number>()
  for (const neighbour of neighbours) {
    const cluster = clusterOf.get(neighbour)
    if (cluster !== undefined) shared.set(cluster, (shared.get(cluster) ?? 0) + 1)
  }
  const open = [...shared]
    .filter(([{ members }, count]) => count === members.length && members.length < maxSize)
    .map(([cluster]) => cluster)
  return open.sort(by(({ place }) => place, byNumber))[0]
}
