import type { OpenView } from '../compact/open-view.ts'
import type { EntryId } from '../domain/ids.ts'
import type { LineageKind } from '../domain/lineage.ts'
import { byText } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'

/** The kinds of lineage by which an entry stands for others as their digest. */
export const STAND_IN_KINDS: ReadonlySet<LineageKind> = new Set(['digests', 'merges', 'consolidates'])

/** An entry that a digest was made of. */
export interface DirectSource {
  readonly id: EntryId
  /** Under two tops at once, it is hidden by neither. */
  readonly isContested: boolean
}

/** The entries that one stands for at first hand, by id: those that are there and not retracted. */
export function listDirectSources(
  reader: Pick<StoreReader, 'lineage'>,
  view: Pick<OpenView, 'viewsOf'>,
  digest: EntryId,
): readonly DirectSource[] {
  const edges = reader
    .lineage({ top: digest })
    .filter(({ kind, under }) => STAND_IN_KINDS.has(kind) && under !== digest)
  if (edges.length === 0) return []
  const views = view.viewsOf(edges.map(({ under }) => under))
  return [...views.values()]
    .filter(({ hidden }) => hidden?.reason !== 'retracted')
    .map(({ id, contested_by }) => ({ id, isContested: contested_by.includes(digest) }))
    .sort((a, b) => byText(a.id, b.id))
}
