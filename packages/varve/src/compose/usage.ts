import { type Access, type AccessKind, dayOf, type EntryId, type Instant, type Store } from '@varve/core'

/** So many are kept back, and written together: each write costs as much as many uses. */
const MOST_KEPT = 2000
/** A process that stays writes what was asked for in one go once it is quiet. */
const SOON_MS = 2000

/** What one process asks for, noted after it was answered. */
export interface Usage {
  note(kind: AccessKind, entries: Iterable<EntryId>): void
  /** Writes what was noted, if that can be done at once. */
  flush(): void
}

export function keepUsage(
  store: () => Store | undefined,
  { session, now }: { readonly session: string; now(): Instant },
): Usage {
  const kept = new Map<string, Access>()
  const written = new Set<string>()
  let waiting: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(waiting)
    waiting = undefined
    const accesses = [...kept.values()]
    kept.clear()
    if (accesses.length > 0) store()?.noteAccesses(accesses)
  }
  return {
    note(kind, entries) {
      const at = now()
      for (const entry of entries) {
        const key = `${dayOf(at)} ${kind} ${entry}`
        if (written.has(key)) continue
        written.add(key)
        kept.set(key, { entry, at, session, kind })
      }
      if (kept.size >= MOST_KEPT) flush()
      else if (kept.size > 0) waiting ??= setTimeout(flush, SOON_MS).unref()
    },
    flush,
  }
}
