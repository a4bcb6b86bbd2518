import { compositeOf, hasFlag, type StoreReader, trustRank } from '@varve/core'
import { counted } from '../counted.ts'
import { shortIdIn } from '../short-id.ts'
import type { LearnedEntry } from './list-learnings.ts'

const BRANCH = 'branch:'

/** A learning as `--json` lists it. */
export function learningJson(entry: LearnedEntry) {
  const { id, content, category, scope, scores, learning, flags, conflicts = [] } = entry
  return {
    id,
    content,
    category,
    status: learning.status,
    score: compositeOf(learning.sum),
    recurrence: scores.recurrence,
    impact: scores.impact,
    specificity: scores.specificity,
    sessions: learning.sessions,
    trust: learning.trust,
    scope,
    branch: scope.startsWith(BRANCH) ? scope.slice(BRANCH.length) : null,
    stale: hasFlag({ flags }, 'stale'),
    conflicts,
  }
}

/** `7.66, 6 sessions`; `unverified` where nobody who is trusted said it. */
export function scoreText({ learning, source }: Pick<LearnedEntry, 'learning' | 'source'>): string {
  const { sum, sessions } = learning
  const isUnverified = trustRank(source.trust) < trustRank('agent')
  return `${compositeOf(sum).toFixed(2)}, ${counted(sessions, 'session')}${isUnverified ? ', unverified' : ''}`
}

/** ` (conflicts with 0bfa9168)` of what something contradicts; else nothing. */
export function conflictsText({ conflicts = [] }: LearnedEntry, reader: StoreReader): string {
  return conflicts.map((id) => ` (conflicts with ${shortIdIn(reader, id)})`).join('')
}
