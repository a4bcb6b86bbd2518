import { type Entry, groupBy, type OpenView } from '@varve/core'
import { type Happening, importanceOf, subjectOf } from '@varve/core/consolidate'

/** What the memory speaks of. */
export interface KnownSubject {
  readonly name: string
  readonly kind: string
  readonly key: string
  readonly happenings: readonly Happening[]
}

/** Every subject of what is shown, by its key; of the newest so many entries, where that is enough. */
export function knownSubjects(
  view: OpenView,
  projectName: string,
  newest?: number,
): ReadonlyMap<string, KnownSubject> {
  const shown = view.entries({
    visibility: 'heads',
    sort: 'newest',
    ...(newest !== undefined && { limit: newest }),
  })
  const groups = groupBy([...shown], (entry) => subjectOf(entry, projectName).key)
  return new Map([...groups].map(([key, entries]) => [key, knownSubject(key, entries, projectName)]))
}

function knownSubject(key: string, entries: readonly Entry[], projectName: string): KnownSubject {
  const [first] = entries
  return {
    name: first === undefined ? projectName : subjectOf(first, projectName).name,
    kind: first?.entity?.kind ?? 'project',
    key,
    happenings: entries.map((entry) => ({ at: entry.created, importance: importanceOf(entry) })),
  }
}
