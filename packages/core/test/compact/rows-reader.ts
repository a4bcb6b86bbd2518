import type { CompactionReader } from '../../src/compact/affected-rows.ts'
import type { StoreContent } from './arbitrary-store.ts'

/** The four questions that stage 1 asks a store, answered from lists. */
export function readerOf({ rows, edges }: StoreContent): CompactionReader {
  const idsWhere = (isWanted: (row: StoreContent['rows'][number]) => boolean) =>
    rows.filter(isWanted).map(({ id }) => id)
  return {
    compactionRows({ ids, scopes }) {
      const wanted = ids === undefined ? undefined : new Set(ids)
      return rows.filter(
        (row) => (wanted?.has(row.id) ?? true) && (scopes === undefined || scopes.includes(row.scope)),
      )
    },
    classMembers: (scope, key) =>
      idsWhere((row) => row.scope === scope && !row.titled && row.text_key === key),
    slotMembers: (scope, slot) => idsWhere((row) => row.scope === scope && row.slot === slot),
    lineage: ({ top, under, touching }) => {
      const among = touching && new Set(touching)
      return edges.filter(
        (edge) =>
          (top === undefined || edge.top === top) &&
          (under === undefined || edge.under === under) &&
          (among === undefined || among.has(edge.top) || among.has(edge.under)),
      )
    },
  }
}
