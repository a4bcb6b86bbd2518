import { type Entry, hasFlag } from '../domain/entry.ts'
import { mayBeShown } from '../domain/may-be-shown.ts'

/** Whether it may be merged: notes, and what a person pinned or set as a goal or caveat, are nobody's to rewrite. */
export function isEligible(entry: Entry): boolean {
  if (entry.title !== undefined || entry.pinned === true) return false
  if (entry.layer === 'goal' || entry.layer === 'caveat') return false
  return mayBeShown(entry) && !hasFlag(entry, 'stale')
}
