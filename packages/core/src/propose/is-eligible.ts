import { type Entry, hasFlag, trustRank } from '../domain/entry.ts'

/** Notes, what a person pinned or set as a goal or caveat, and what isn't trusted are nobody's to rewrite. */
export function isEligible(entry: Entry): boolean {
  if (entry.title !== undefined || entry.pinned === true || entry.purged !== undefined) return false
  if (entry.layer === 'goal' || entry.layer === 'caveat') return false
  if (trustRank(entry.source.trust) < trustRank('agent')) return false
  return !(['untrusted', 'secret', 'stale'] as const).some((kind) => hasFlag(entry, kind))
}
