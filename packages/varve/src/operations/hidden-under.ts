import type { EntryId, HiddenReason, OpenView, StoreReader } from '@varve/core'
import { clipLine } from './clip-line.ts'

const SHOWN_TEXT = 96

/** An entry that another one is shown for, as a line. */
export interface HiddenUnder {
  readonly id: EntryId
  readonly reason: HiddenReason
  readonly text: string
}

/** What each of these is shown for at first hand, by the id of the one that is shown. */
export function listHiddenUnder(
  reader: StoreReader,
  view: OpenView,
  tops: readonly EntryId[],
): ReadonlyMap<EntryId, readonly HiddenUnder[]> {
  const found = new Map<EntryId, HiddenUnder[]>()
  for (const { id, hidden } of view.hiddenBy(tops)) {
    const entry = reader.entry(id)
    if (hidden === undefined || hidden.by === null || entry === undefined) continue
    const text = clipLine(entry.title ?? entry.content, SHOWN_TEXT)
    found.set(hidden.by, [...(found.get(hidden.by) ?? []), { id, reason: hidden.reason, text }])
  }
  return found
}
