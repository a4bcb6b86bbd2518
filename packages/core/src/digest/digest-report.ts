import type { OpenView } from '../compact/open-view.ts'
import type { StaleCause } from '../compact/stand-ins/stale-digests.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import { type Issue, issueOrder } from '../domain/issue.ts'
import { getEntry } from '../edit/plan-edit.ts'
import type { StoreReader } from '../ports/store.ts'
import { percentOf, type SizeMeasure } from './compaction-percent.ts'
import { textIssues } from './digest-issues.ts'
import { openDigests } from './lineage/open-digests.ts'
import { type Boundary, measureBoundary } from './metrics/boundary.ts'
import { type EvidenceKept, measureEvidence } from './metrics/evidence-kept.ts'
import { type DigestSize, measureDigest } from './metrics/measure-digest.ts'

export type DigestVerdict = 'worthwhile' | 'check' | 'not_worthwhile'

/** Whether a digest is worth its sources: how much shorter, what it kept, whether it still holds. */
export interface DigestReport {
  readonly digest: EntryId
  readonly verdict: DigestVerdict
  readonly sources: readonly EntryId[]
  readonly size: DigestSize
  readonly bodySize: DigestSize
  readonly evidence: EvidenceKept
  readonly edges: Boundary
  readonly stale: readonly StaleCause[]
  readonly issues: readonly Issue[]
}

const LEAST_ANCHORS_PERCENT = 80
const MOST_BOUNDARY = 0.7

/** Measures a digest against its sources. Throws `not_a_digest` for what stands in for nothing. */
export function reportDigest(
  reader: StoreReader,
  view: Pick<OpenView, 'scopes'>,
  digest: EntryId,
  measure: SizeMeasure,
): DigestReport {
  const entry = getEntry(reader, digest)
  const digests = openDigests(reader, view, [digest])
  const sources = digests.sourcesOf(digest)
  if (sources.length + digests.missingOf(digest).length === 0) throw notADigest(digest)
  const size = measureDigest(reader, digests, digest, measure)
  const evidence = measureEvidence(
    entry,
    sources.flatMap((id) => reader.entry(id) ?? []),
  )
  const bodySize = measureDigest(reader, digests, digest, { ...measure, basis: 'body' })
  const edges = measureBoundary(reader, digest, sources)
  const stale = digests.causesOf(digest)
  const issues = [...digests.issuesAbout([digest, ...sources]), ...textIssues(entry, size.percent)].toSorted(
    issueOrder,
  )
  return {
    digest,
    verdict: verdictOf({ size, bodySize, evidence, edges, stale, issues }),
    sources,
    size,
    bodySize,
    evidence,
    edges,
    stale,
    issues,
  }
}

function notADigest(id: EntryId): VarveError {
  return new VarveError('not_a_digest', `${id} is not a digest`, {
    subjects: [id],
    fix: [`varve compact status ${id}`],
  })
}

/** The summaries of long pages may be shorter than that of their digest: it still saves what their texts take. */
function verdictOf({
  size,
  bodySize,
  evidence,
  edges,
  stale,
  issues,
}: Pick<DigestReport, 'size' | 'bodySize' | 'evidence' | 'edges' | 'stale' | 'issues'>): DigestVerdict {
  if (size.percent <= 0 && bodySize.percent <= 0) return 'not_worthwhile'
  const { anchors, negations } = evidence
  const keptPercent = anchors.total === 0 ? 100 : percentOf(anchors.kept, anchors.total)
  const needsLook =
    stale.length > 0 ||
    issues.some(({ severity }) => severity === 'error') ||
    keptPercent < LEAST_ANCHORS_PERCENT ||
    negations.missing.length > 0 ||
    edges.ratio > MOST_BOUNDARY
  return needsLook ? 'check' : 'worthwhile'
}
