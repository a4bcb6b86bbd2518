import { type Entry, hasFlag, trustRank } from '../domain/entry.ts'

/** Whether a model may see an entry at all: not what isn't trusted, nor what is set apart. */
export function mayBeShown(entry: Entry): boolean {
  if (trustRank(entry.source.trust) < trustRank('agent') || entry.purged !== undefined) return false
  return !hasFlag(entry, 'untrusted') && !hasFlag(entry, 'secret')
}

/** Whether it may be merged: notes, and what a person pinned or set as a goal or caveat, are nobody's to rewrite. */
export function isEligible(entry: Entry): boolean {
  if (entry.title !== undefined || entry.pinned === true) return false
  if (entry.layer === 'goal' || entry.layer === 'caveat') return false
  return mayBeShown(entry) && !hasFlag(entry, 'stale')
}
