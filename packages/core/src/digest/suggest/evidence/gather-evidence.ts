import type { EntryId } from '../../../domain/ids.ts'
import type { Link } from '../../../domain/link.ts'
import type { PairWeights } from '../communities/weighted-graph.ts'
import { EVIDENCE_KINDS, type EvidenceKind } from '../rules.ts'
import type { SuggestionNote } from '../suggestion-note.ts'
import { linkedPairs } from './linked-pairs.ts'
import { nearTextPairs } from './near-text-pairs.ts'
import { createPairList } from './pair-list.ts'
import { sharingPairs } from './sharing-pairs.ts'
import { wordVectors } from './word-vectors.ts'

/** What holds entries together, by kind; entries by their place. */
export type Evidence = ReadonlyMap<EvidenceKind, PairWeights>

export function gatherEvidence(
  notes: readonly SuggestionNote[],
  links: readonly Link[],
  wanted: readonly EvidenceKind[],
): Evidence {
  const finders: Readonly<Record<EvidenceKind, () => PairWeights>> = {
    links: () => linkedPairs(links, new Map<EntryId, number>(notes.map(({ id }, place) => [id, place]))),
    tags: () => sharingPairs(notes.map(({ tags }) => tags)),
    refs: () => sharingPairs(notes.map(({ refs }) => refs)),
    text: () => nearTextPairs(wordVectors(notes)),
  }
  return new Map(
    EVIDENCE_KINDS.filter((kind) => wanted.includes(kind)).map((kind) => [kind, finders[kind]()]),
  )
}

/** All evidence as one list of pairs. */
export function allPairs(evidence: Evidence): PairWeights {
  const all = createPairList()
  for (const { from, to, weight } of evidence.values()) {
    for (let at = 0; at < weight.length; at++) all.add(from[at] ?? 0, to[at] ?? 0, weight[at] ?? 0)
  }
  return all
}
