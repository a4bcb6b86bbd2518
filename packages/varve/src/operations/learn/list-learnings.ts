import {
  by,
  byNumber,
  byText,
  type Entry,
  type EntryId,
  heldLearning,
  inOrder,
  type LearningStatus,
  listContradictions,
  type OpenView,
  reversed,
} from '@varve/core'

/** An entry that stands as a learning. */
export type LearnedEntry = Entry &
  Required<Pick<Entry, 'learning' | 'scores'>> & {
    /** What says otherwise under the same key, until a person has settled it. */
    readonly conflicts?: readonly EntryId[]
  }

const worthiestFirst = inOrder<LearnedEntry>(
  reversed(by(({ learning }) => learning.sum, byNumber)),
  reversed(by(({ learning }) => learning.sessions, byNumber)),
  by(({ id }) => id, byText),
)

export function isLearned(entry: Entry): entry is LearnedEntry {
  return entry.learning !== undefined && entry.scores !== undefined
}

/** Learnings that a view shows, the worthiest first; discarded ones only where they are asked for. */
export function listLearnings(view: OpenView, status: LearningStatus | 'all'): readonly LearnedEntry[] {
  const visibility = status === 'all' || status === 'discarded' ? 'all' : 'heads'
  const active = [...view.entries({ visibility })].filter(isLearned).filter(({ state }) => state === 'active')
  return withConflicts(view, active)
    .filter(({ learning }) => status === 'all' || learning.status === status)
    .sort(worthiestFirst)
}

/** The same with what contradicts each, and as they stand because of it. */
export function withConflicts(view: OpenView, entries: readonly LearnedEntry[]): LearnedEntry[] {
  const contradictions = listContradictions(
    view,
    entries.map(({ id }) => id),
  )
  return entries.map((entry) => {
    const conflicts = contradictions.get(entry.id)
    return conflicts === undefined
      ? entry
      : { ...entry, learning: heldLearning(entry.learning, conflicts), conflicts }
  })
}
