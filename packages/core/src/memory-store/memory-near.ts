import type { EntryId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import { type NearPair, type NearReads, type NearWrites, nearPairOrder } from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import type { StoredEntries } from './stored-entry.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

/** What comparisons of a memory store's entries found. */
export function memoryNear(log: UndoLog, entries: StoredEntries): NearReads & NearWrites {
  const compared = new UndoableMap<EntryId, string>(log)
  const pairs = new UndoableMap<string, NearPair>(log)
  const isCompared = (id: EntryId) => compared.get(id) === entries.get(id)?.row.content_hash
  return {
    nearPairs: ({ of, verdict }) =>
      pairs
        .values()
        .filter((pair) => of === undefined || pair.a === of || pair.b === of)
        .filter((pair) => verdict === undefined || pair.verdict === verdict)
        .filter((pair) => isCompared(pair.a) && isCompared(pair.b))
        .sort(nearPairOrder),
    uncompared: () =>
      entries
        .keys()
        .filter((id) => !isCompared(id))
        .sort(byText),
    putNearPairs(ids, given) {
      for (const pair of pairs.values()) if (ids.has(pair.a) || ids.has(pair.b)) pairs.delete(pairKey(pair))
      for (const id of ids) compared.set(id, entries.get(id)?.row.content_hash ?? '')
      for (const pair of given) pairs.set(pairKey(pair), jsonCopy(pair))
    },
  }
}

function pairKey({ a, b }: NearPair): string {
  return `${a} ${b}`
}
