import type { EntryId, OpenView, StoreReader } from '@varve/core'
import { searchEntries } from '@varve/core/recall'
import type { OperationContext } from './context.ts'

/** Finds the entries that match a query, best first, for a selection that is made of several things. */
export function findByWords(
  context: OperationContext,
  reader: StoreReader,
  view: OpenView,
  isRaw: boolean,
): (query: string, limit: number) => readonly EntryId[] {
  const now = context.clock.now()
  return (text, limit) =>
    searchEntries(reader, view, { text, limit, now, isRaw }).items.map(({ match }) => match.entry.id)
}
