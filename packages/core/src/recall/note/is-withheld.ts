import { type Entry, hasFlag } from '../../domain/entry.ts'

/** Quarantined and retracted texts are brought in by nothing, however they hang together with what is asked for. */
export function isWithheld(entry: Entry): boolean {
  return hasFlag(entry, 'untrusted') || entry.state === 'retracted'
}
