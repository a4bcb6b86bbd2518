import { type Access, type AccessKind, dayOf, type EntryId, type Instant, type Store } from '@varve/core'

/** So many are kept back, and written together: each write costs as much as many uses. */
const MOST_KEPT = 2000
/** A process that stays writes what was asked for within so long of a first use. */
const SOON_MS = 2000

/** What one process asks for, noted after it was answered. */
export interface Usage {
  note(kind: AccessKind, entries: Iterable<EntryId>): void
  /** Writes what was noted, if that can be done at once; else it is lost. */
  flush(): void
}

export function keepUsage(
  store: () => Store | undefined,
  { session, now }: { readonly session: string; now(): Instant },
): Usage {
  let kept: Access[] = []
  // Of one day: a process that stays for weeks must not remember each of them.
  const noted = new Set<string>()
  let day: number | undefined
  let waiting: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(waiting)
    waiting = undefined
    const accesses = kept
    kept = []
    if (accesses.length > 0) store()?.noteAccesses(accesses)
  }
  return {
    note(kind, entries) {
      const at = now()
      if (dayOf(at) !== day) noted.clear()
      day = dayOf(at)
      for (const entry of entries) {
        const key = `${kind} ${entry}`
        if (noted.has(key)) continue
        noted.add(key)
        kept.push({ entry, at, session, kind })
      }
      if (kept.length >= MOST_KEPT) flush()
      else if (kept.length > 0) waiting ??= setTimeout(flush, SOON_MS).unref()
    },
    flush,
  }
}
