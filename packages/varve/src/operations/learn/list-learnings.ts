import {
  by,
  byNumber,
  byText,
  type Entry,
  inOrder,
  type LearningStatus,
  type OpenView,
  reversed,
} from '@varve/core'

/** An entry that stands as a learning. */
export type LearnedEntry = Entry & Required<Pick<Entry, 'learning' | 'scores'>>

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
  const found: LearnedEntry[] = []
  for (const entry of view.entries({ visibility })) {
    if (!isLearned(entry) || entry.state !== 'active') continue
    if (status === 'all' || entry.learning.status === status) found.push(entry)
  }
  return found.sort(worthiestFirst)
}
