import type { OpenView } from '../compact/open-view.ts'
import type { EntryId } from '../domain/ids.ts'
import { by, byText } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'
import { listDirectSources } from './direct-sources.ts'

/** An entry under a digest. */
export interface Compacted {
  readonly id: EntryId
  /** The digest that it is a direct source of. */
  readonly from: EntryId
  readonly depth: number
}

/** What lies under a digest down to a depth: breadth first, then by id; each entry once, where it is nearest. */
export function listCompacted(
  reader: Pick<StoreReader, 'lineage'>,
  view: Pick<OpenView, 'viewsOf'>,
  digest: EntryId,
  depth: number,
): readonly Compacted[] {
  const seen = new Set<EntryId>([digest])
  const found: Compacted[] = []
  let layer: readonly EntryId[] = [digest]
  for (let at = 1; at <= depth && layer.length > 0; at++) {
    const next: Compacted[] = []
    for (const from of layer) {
      for (const { id } of listDirectSources(reader, view, from)) {
        if (seen.has(id)) continue
        seen.add(id)
        next.push({ id, from, depth: at })
      }
    }
    next.sort(by((each) => each.id, byText))
    found.push(...next)
    layer = next.map(({ id }) => id)
  }
  return found
}
