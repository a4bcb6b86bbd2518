import { byText, type Issue } from '@varve/core'
import { isDigestKind, measureDigest, openDigests, textIssues } from '@varve/core/digest'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { measureFor } from '../digest/measure.ts'

/** Digests that say nothing, or more than what they stand for. */
export function checkDigests(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const edges = reader.lineage({}).filter(({ kind }) => isDigestKind(kind))
  const tops = [...new Set(edges.map(({ top }) => top))]
  const digests = openDigests(reader, viewFor(context, reader), tops)
  const measure = measureFor(context)
  return tops.sort(byText).flatMap((top): readonly Issue[] => {
    const digest = reader.entry(top)
    if (digest === undefined || digest.state === 'retracted' || digests.sourcesOf(top).length === 0) return []
    return textIssues(digest, measureDigest(reader, digests, top, measure).percent)
  })
}
