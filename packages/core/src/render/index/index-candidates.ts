import { confidenceRank, trustRank } from '../../domain/entry.ts'
import { byText, type Order } from '../../domain/order.ts'
import type { Candidate, CandidateLine } from '../allocation/allocation.ts'
import type { RenderEntry } from '../render-entry.ts'
import { bulletText } from '../single-line.ts'

const LEAST_TRUST = trustRank('agent')

/** The entries that the index may show, most important first. */
export function listIndexCandidates(
  entries: Iterable<RenderEntry>,
  weightOf: (category: string) => number | undefined,
): readonly Candidate[] {
  return Array.from(entries)
    .filter((entry) => isIndexCandidate(entry, weightOf))
    .sort(mostImportantFirst)
    .map(candidateOf)
}

/** Whether the index may show it. Untrusted text is never put before an agent unasked (LS-41). */
export function isIndexCandidate(
  { trust, quarantined, status, category }: RenderEntry,
  weightOf: (category: string) => number | undefined,
): boolean {
  const isEligible = trustRank(trust) >= LEAST_TRUST && !quarantined && status !== 'discarded'
  return isEligible && weightOf(category) !== 0
}

/** Shown only where everything surer is. */
export function isLowCandidate({ confidence, stale, status }: RenderEntry): boolean {
  return confidence === 'low' || stale || status === 'observed'
}

export function candidateLine({ shortId, content, stale, conflicts }: RenderEntry): CandidateLine {
  return {
    shortId,
    text: bulletText(content),
    tail: `${stale ? ' [stale?]' : ''}${conflicts.length > 0 ? ' [conflict]' : ''}`,
  }
}

// Written out, because a store's worth of entries is sorted at each rebuild.
const mostImportantFirst: Order<RenderEntry> = (a, b) =>
  Number(b.pinned) - Number(a.pinned) ||
  b.assertedTo - a.assertedTo ||
  confidenceRank(b.confidence) - confidenceRank(a.confidence) ||
  byText(a.id, b.id)

function candidateOf(entry: RenderEntry): Candidate {
  return {
    id: entry.id,
    section: entry.category,
    isLow: isLowCandidate(entry),
    ...candidateLine(entry),
  }
}
