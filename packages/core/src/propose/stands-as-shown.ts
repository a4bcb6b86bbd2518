import type { OpenView } from '../compact/open-view.ts'
import { contentHash } from '../domain/entry.ts'
import type { StoreReader } from '../ports/store.ts'
import { isEligible } from './is-eligible.ts'
import type { WaitingProposal } from './ledger.ts'

/** Whether a proposal that waits is still about what it was made of: each source shown, mergeable and unchanged. */
export function standsAsShown(
  reader: StoreReader,
  view: Pick<OpenView, 'viewOf'>,
  { id, sources, hashes }: WaitingProposal,
): boolean {
  if (reader.entry(id)?.state === 'active') return false
  return sources.every((source, place) => {
    const entry = reader.entry(source)
    if (entry === undefined || entry.state !== 'active' || !isEligible(entry)) return false
    return view.viewOf(source)?.hidden === undefined && contentHash(entry) === hashes[place]
  })
}
