import type { Community } from './communities/find-communities.ts'
import type { Evidence } from './evidence/gather-evidence.ts'
import type { EvidenceKind } from './rules.ts'

/** Of each community, the share of each kind of evidence in what holds it together. */
export function heldByKinds(
  evidence: Evidence,
  communities: readonly Community[],
): readonly ReadonlyMap<EvidenceKind, number>[] {
  const communityOf = new Map(communities.flatMap((own, number) => own.map((place) => [place, number])))
  const weights = communities.map(() => new Map<EvidenceKind, number>())
  for (const [kind, { from, to, weight }] of evidence) {
    for (const [at, value] of weight.entries()) {
      const number = communityOf.get(from[at] ?? -1)
      if (number === undefined || number !== communityOf.get(to[at] ?? -1)) continue
      weights[number]?.set(kind, (weights[number]?.get(kind) ?? 0) + value)
    }
  }
  return weights.map(shares)
}

function shares(weights: ReadonlyMap<EvidenceKind, number>): ReadonlyMap<EvidenceKind, number> {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return new Map([...weights].map(([kind, weight]) => [kind, weight / all]))
}
