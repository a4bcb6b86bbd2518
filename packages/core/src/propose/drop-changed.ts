import type { OpenView } from '../compact/open-view.ts'
import { contentHash } from '../domain/entry.ts'
import type { StoreReader } from '../ports/store.ts'
import { isEligible } from './is-eligible.ts'
import type { Proposal } from './proposal.ts'

/** The proposals whose sources still stand as they were shown, and may still be merged, and those that one of them changed under. */
export function dropChanged<T extends { readonly proposal: Proposal }>(
  reader: StoreReader,
  view: Pick<OpenView, 'viewOf'>,
  proposed: readonly T[],
): { readonly held: readonly T[]; readonly changed: readonly T[] } {
  // What an earlier group of the same run adds isn't there yet.
  const added = new Set(proposed.map(({ proposal }) => proposal.id))
  const changed = new Set<string>()
  const isHeld = ({ proposal }: T): boolean =>
    proposal.sources.every(({ entry }) => {
      if (added.has(entry.id) && reader.entry(entry.id) === undefined) return !changed.has(entry.id)
      const now = reader.entry(entry.id)
      const isShown = now !== undefined && view.viewOf(entry.id)?.hidden === undefined
      return isShown && isEligible(now) && contentHash(now) === contentHash(entry)
    })
  const held = proposed.filter((each) => {
    const holds = isHeld(each)
    if (!holds) changed.add(each.proposal.id)
    return holds
  })
  return { held, changed: proposed.filter((each) => !held.includes(each)) }
}
