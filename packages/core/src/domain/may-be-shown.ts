import { type Entry, hasFlag, trustRank } from './entry.ts'

/** Whether a model may see an entry at all: not what isn't trusted, nor what is set apart. */
export function mayBeShown(entry: Entry): boolean {
  if (trustRank(entry.source.trust) < trustRank('agent') || entry.purged !== undefined) return false
  return !hasFlag(entry, 'untrusted') && !hasFlag(entry, 'secret')
}
