import { confidenceRank, trustRank } from '../../domain/entry.ts'
import { byText, type Order } from '../../domain/order.ts'
import type { Candidate } from '../allocation/allocation.ts'
import type { RenderEntry } from '../render-entry.ts'
import { bulletText } from '../single-line.ts'

const LEAST_TRUST = trustRank('agent')

/** The entries that the index may show, most important first. */
export function listIndexCandidates(
  entries: Iterable<RenderEntry>,
  weightOf: (category: string) => number | undefined,
): readonly Candidate[] {
  return Array.from(entries)
    .filter((entry) => isEligible(entry) && weightOf(entry.category) !== 0)
    .sort(mostImportantFirst)
    .map(candidateOf)
}

/** Untrusted text is never put before an agent unasked (LS-41). */
function isEligible({ trust, quarantined, status }: RenderEntry): boolean {
  return trustRank(trust) >= LEAST_TRUST && !quarantined && status !== 'discarded'
}

// Written out, because a store's worth of entries is sorted at each rebuild.
const mostImportantFirst: Order<RenderEntry> = (a, b) =>
  Number(b.pinned) - Number(a.pinned) ||
  b.assertedTo - a.assertedTo ||
  confidenceRank(b.confidence) - confidenceRank(a.confidence) ||
  byText(a.id, b.id)

function candidateOf(entry: RenderEntry): Candidate {
  const { id, shortId, category, content, confidence, stale, conflicts, status } = entry
  return {
    id,
    shortId,
    section: category,
    text: bulletText(content),
    tail: `${stale ? ' [stale?]' : ''}${conflicts.length > 0 ? ' [conflict]' : ''}`,
    isLow: confidence === 'low' || stale || status === 'observed',
  }
}
