import {
  compactionPercent,
  type EntryId,
  extractSummary,
  type Issue,
  listDirectSources,
  STAND_IN_KINDS,
  sizeOf,
  sortedUnique,
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
    if (extractSummary(digest) === '') return [emptyDigest(digest.id)]
    const sources = listDirectSources(reader, view, digest.id)
    const expanded = sources
      .filter(({ isContested }) => !isContested)
      .reduce((sum, { id }) => sum + size(id), 0)
    const percent = compactionPercent(size(digest.id), expanded)
    return percent < 0 ? [digestLarger(digest.id, percent)] : []
  })
}

function emptyDigest(id: string): Issue {
  return {
    code: 'empty_digest',
    severity: 'warning',
    subjects: [id],
    message: `${id} stands in for others and has no text that could be shown for them`,
    fix: [`varve edit ${id}`],
  }
}

function digestLarger(id: string, percent: number): Issue {
  return {
    code: 'digest_larger',
    severity: 'info',
    subjects: [id],
    message: `${id} is larger than what it stands in for (${percent}%)`,
    detail: { compaction_pct: percent },
    fix: [`varve compact report ${id}`],
  }
}
