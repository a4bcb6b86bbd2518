import {
  compactionPercent,
  type EntryId,
  type Issue,
  listDirectSources,
  STAND_IN_KINDS,
  sizeOf,
  sortedUnique,
  textIssues,
} from '@varve/core'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { tokenCounter } from '../token-counter.ts'

/** Digests that say nothing, or more than what they stand for. */
export function checkDigests(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const measure = { basis: 'summary', counter: tokenCounter(context.config.memory.counter) } as const
  const size = (id: EntryId): number => {
    const entry = reader.entry(id)
    return entry === undefined ? 0 : sizeOf(entry, measure)
  }
  const tops = reader.lineage({}).filter(({ kind }) => STAND_IN_KINDS.has(kind))
  return sortedUnique(tops.map(({ top }) => top)).flatMap((top): readonly Issue[] => {
    const digest = reader.entry(top as EntryId)
    if (digest === undefined || digest.state === 'retracted') return []
    const sources = listDirectSources(reader, view, digest.id)
    const expanded = sources
      .filter(({ isContested }) => !isContested)
      .reduce((sum, { id }) => sum + size(id), 0)
    return textIssues(digest, compactionPercent(size(digest.id), expanded))
  })
}
