import {
  hasFlag,
  type KnowledgeEntry,
  type KnowledgePlan,
  planKnowledge,
  type StoreReader,
  trustRank,
} from '@varve/core'
import type { OperationContext } from '../context.ts'
import { shortIdIn } from '../short-id.ts'
import { tokenCounter } from '../token-counter.ts'
import type { LearnedEntry } from './list-learnings.ts'

const TRUSTED = trustRank('agent')

/** What `knowledge.md` or `patterns.md` shows of these learnings. */
export function knowledgeFile(
  { config }: OperationContext,
  reader: StoreReader,
  learnings: readonly LearnedEntry[],
  file: 'knowledge' | 'patterns',
  budget = file === 'knowledge' ? config.knowledge.budgetTokens : config.patterns.budgetTokens,
): KnowledgePlan {
  return planKnowledge(
    learnings.map((entry) => knowledgeEntry(reader, entry)),
    { file, categories: config.memory.categories, budget, counter: tokenCounter(config.memory.counter) },
  )
}

function knowledgeEntry(reader: StoreReader, entry: LearnedEntry): KnowledgeEntry {
  const { id, content, category, learning, scope, pinned, conflicts = [] } = entry
  return {
    id,
    shortId: shortIdIn(reader, id),
    content,
    category,
    status: learning.status,
    sum: learning.sum,
    sessions: learning.sessions,
    scope,
    isPinned: pinned ?? false,
    isStale: hasFlag(entry, 'stale'),
    isUnverified: trustRank(entry.source.trust) < TRUSTED,
    isCorrection: reader.lineage({ top: id }).some(({ kind }) => kind === 'supersedes'),
    conflicts: conflicts.map((other) => shortIdIn(reader, other)),
  }
}
