import type { OpenView } from '../../compact/open-view.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Ranked, RankedEntry } from './rank-entries.ts'

/** A match, and the way from it to what is shown for it. */
export interface ShownMatch<R extends Ranked = RankedEntry> {
  readonly id: EntryId
  readonly match: R
  readonly path: readonly EntryId[]
}

/**
 * What stands for each match in the resolved view, for each in turn. A match that nothing is shown
 * for, such as a retracted one, is left out.
 */
export function shownMatches<R extends Ranked>(
  view: OpenView,
  ranked: readonly R[],
): readonly ShownMatch<R>[] {
  const known = view.viewsOf(ranked.map(({ id }) => id))
  const viewOf = (id: EntryId) => known.get(id) ?? view.viewOf(id)
  return ranked.flatMap((match) =>
    pathsFrom(match.id, viewOf).map((path) => ({ id: path.at(-1) ?? match.id, match, path })),
  )
}

/** Each shown entry once, with its best match: itself on a tie, else the smallest id. Matches come best first. */
export function bestOfEach<M extends ShownMatch<Ranked>>(matches: readonly M[]): readonly M[] {
  const best = new Map<EntryId, M>()
  for (const shown of matches) {
    const before = best.get(shown.id)
    const isTie = before?.match.relevance === shown.match.relevance
    if (before === undefined || (isTie && shown.match.id === shown.id)) best.set(shown.id, shown)
  }
  return [...best.values()]
}

/** The way to the head; where the match was superseded by several, the way to each of them. */
function pathsFrom(id: EntryId, viewOf: OpenView['viewOf']): readonly (readonly EntryId[])[] {
  const path: EntryId[] = [id]
  const passed = new Set(path)
  let isSuperseded = false
  for (let hidden = viewOf(id)?.hidden; hidden !== undefined; hidden = viewOf(path.at(-1) ?? id)?.hidden) {
    if (hidden.by === null || passed.has(hidden.by)) return []
    isSuperseded ||= hidden.reason === 'superseded'
    path.push(hidden.by)
    passed.add(hidden.by)
  }
  const forks = isSuperseded ? (viewOf(path.at(-1) ?? id)?.forks ?? []) : []
  const others = forks.filter((fork) => !passed.has(fork) && viewOf(fork)?.hidden === undefined)
  return [path, ...others.map((fork) => [...path.slice(0, -1), fork])]
}
