import type { EntryId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { EntryView, HiddenReason } from '../ports/store.ts'

/** How entries stand for the one who asks: the stored view, with a branch's own laid over it. */
export type ViewOf = (id: EntryId) => EntryView | undefined

/** Hidden, yet still held for true: something else speaks for it. */
const UNDER_STAND_IN: ReadonlySet<HiddenReason> = new Set(['merged', 'digested'])

/**
 * Of the members of a duplicate class, the one that speaks for it: its head, or the member that
 * would be if no stand-in were above it. Undefined where all are dead, retracted or forgotten.
 */
export function findHead(members: readonly EntryId[], viewOf: ViewOf): EntryId | undefined {
  const inClass = new Set(members)
  return members.toSorted(byText).find((id) => {
    const hidden = viewOf(id)?.hidden
    if (hidden === undefined) return viewOf(id) !== undefined
    if (hidden.reason === 'duplicate') return hidden.by !== null && !inClass.has(hidden.by)
    return UNDER_STAND_IN.has(hidden.reason)
  })
}

/** The member that was buried, where nothing of the class is held for true any more. */
export function findForgotten(members: readonly EntryId[], viewOf: ViewOf): EntryId | undefined {
  return members.toSorted(byText).find((id) => viewOf(id)?.hidden?.reason === 'forgotten')
}
