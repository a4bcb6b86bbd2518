import {
  type EntryId,
  groupBy,
  isRewriteJudgement,
  recordHeader,
  recordLine,
  type StoreReader,
  withoutUndefined,
} from '@varve/core'
import {
  checkedDigest,
  type DigestReport,
  type MissingEvidence,
  openDigests,
  openDropped,
  percentOf,
  reportDigest,
  roundHalfAway,
  type SizeMeasure,
} from '@varve/core/digest'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { entryLabel } from './digest/entry-label.ts'
import { guardDigest, guardIssues, guardJson, guardRecords } from './digest/guard-digest.ts'
import { counterName, MEASURE_FIELDS, measureFor, percentText } from './digest/measure.ts'
import { positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const MOST_SHOWN = 50
/** Of each source, in the line that says when to open it. */
const MOST_NAMED = 5
/** Characters of one piece for people: a fenced block is a piece as well. */
const PIECE_LENGTH = 80

/** `varve compact report`: whether a digest is worth what it stands in for. */
export const compactReport = defineOperation({
  name: 'compact report',
  summary: 'Measure a digest against its sources: what it saves, keeps and misses',
  effect: 'reads',
  fields: { digest: positional('The digest', 'id'), ...MEASURE_FIELDS },
  examples: ['varve compact report 7c1d09aa', 'varve compact report 7c1d09aa --size-basis body --json'],
  run({ digest, ...measuring }, context) {
    const reader = context.reading()
    const measure = measureFor(context, measuring)
    const view = viewFor(context, reader)
    const report = reportDigest(reader, view, findEntry(reader, digest), measure)
    const digests = openDigests(reader, view, [report.digest])
    const guarded = guardDigest(context, reader, checkedDigest(digests, report.digest))
    return {
      json: {
        ...json(report, measure, topsOf(reader)),
        ...(guarded && { guard: guardJson(guarded) }),
        ...registeredJson(reader, report.digest),
      },
      human: human(reader, report, measure),
      records: `${records(report)}${(guarded ? guardRecords(guarded) : []).map((line) => `${line}\n`).join('')}`,
      issues: [...report.issues, ...(guarded ? guardIssues(guarded) : [])],
    }
  },
})

/** What the guard said when each source was put under the digest, and what was left out of it. */
function registeredJson(reader: StoreReader, digest: EntryId): object {
  const judged = reader
    .lineage({ top: digest })
    .flatMap(({ under, guard }) => (guard === undefined ? [] : [{ under, guard }]))
  if (judged.length === 0) return {}
  return {
    registered: judged.map(({ under, guard }) =>
      isRewriteJudgement(guard)
        ? { under, ...guard, dropped: openDropped(reader, guard.dropped) }
        : { under, ...guard },
    ),
  }
}

/** What replaced a source that was superseded. */
function topsOf(reader: StoreReader): (id: EntryId) => EntryId | undefined {
  return (id) => reader.lineage({ under: id }).find(({ kind }) => kind === 'supersedes')?.top
}

function json(
  report: DigestReport,
  measure: SizeMeasure,
  topOf: (id: EntryId) => EntryId | undefined,
): object {
  const { digest, verdict, sources, size, bodySize, evidence, edges, stale, issues } = report
  const { anchors, negations } = evidence
  return {
    digest_id: digest,
    verdict,
    compacts_direct_count: sources.length,
    compaction_pct: size.percent,
    size: {
      basis: measure.basis,
      counter: counterName(measure),
      digest: size.digest,
      expanded: size.expanded,
      saved: size.expanded - size.digest,
    },
    body_size: { digest: bodySize.digest, expanded: bodySize.expanded },
    anchors: {
      total: anchors.total,
      kept: anchors.kept,
      kept_pct: keptPercent(anchors),
      by_class: anchors.byClass,
      missing: anchors.missing,
    },
    negations,
    edges: {
      internal: edges.internal,
      boundary: edges.boundary,
      inbound: edges.inbound,
      outbound: edges.outbound,
      boundary_ratio: roundHalfAway(edges.ratio, 4),
    },
    staleness: {
      is_stale: stale.length > 0,
      stale_count: stale.length,
      stale_sources: stale.map(({ id, reason }) =>
        withoutUndefined({ id, reason, top: reason === 'superseded' ? topOf(id) : undefined }),
      ),
    },
    expand_if: expandIf(report),
    invariants: { valid: !issues.some(({ severity }) => severity === 'error'), issues },
  }
}

/** What only the sources can answer. */
function expandIf({ evidence }: DigestReport): readonly MissingEvidence[] {
  return [...evidence.anchors.missing, ...evidence.negations.missing]
}

function keptPercent({ kept, total }: { readonly kept: number; readonly total: number }): number {
  return total === 0 ? 100 : percentOf(kept, total)
}

function human(reader: StoreReader, report: DigestReport, measure: SizeMeasure): string {
  const { digest, verdict, sources, size, bodySize, evidence, edges, stale, issues } = report
  const { anchors, negations } = evidence
  const unit = measure.counter === undefined ? 'characters' : 'tokens'
  const classes = Object.entries(anchors.byClass).map(([name, [kept, total]]) => `${name} ${kept}/${total}`)
  const shortIds = (ids: readonly EntryId[]) => ids.map((id) => shortIdIn(reader, id)).join(', ')
  const piece = ({ class: kind, value, sources: ids }: MissingEvidence) =>
    `${kind} ${clipLine(value, PIECE_LENGTH)} (${shortIds(ids)})`
  const errors = issues.filter(({ severity }) => severity === 'error')
  const expand = expandIf(report)
  return `${[
    `Digest: ${entryLabel(reader, digest)}`,
    `Verdict: ${verdict}`,
    '',
    'Metrics',
    `  Direct sources: ${sources.length}`,
    `  Compaction: ${percentText(size.percent)} (${size.digest} of ${size.expanded} ${unit}, ${measure.basis})`,
    `  Body: ${bodySize.digest} of ${bodySize.expanded} ${unit}`,
    'Anchors',
    `  Kept: ${[`${anchors.kept} of ${anchors.total} (${percentText(keptPercent(anchors))})`, classes.join('  ')].filter(Boolean).join('   ')}`,
    ...shown(anchors.missing).map((missing) => `  Missing: ${piece(missing)}`),
    ...more(anchors.missing),
    `  Negations: ${negations.kept} of ${negations.total}`,
    ...shown(negations.missing).map((missing) => `  Missing: ${piece(missing)}`),
    ...more(negations.missing),
    'Edges',
    `  Internal ${edges.internal}, boundary ${edges.boundary} (out ${edges.outbound}, in ${edges.inbound}), ratio ${edges.ratio.toFixed(2)}`,
    `Staleness: ${stale.length === 0 ? 'CURRENT' : 'STALE'}`,
    ...stale.map(({ id, reason }) => `  ${entryLabel(reader, id)}: ${reason}`),
    `Invariants: ${errors.length === 0 ? 'VALID' : `BROKEN (${errors.map(({ code }) => code).join(', ')})`}`,
    ...(expand.length === 0 ? [] : [`Expand if you need: ${bySources(expand, shortIds)}`]),
  ].join('\n')}\n`
}

/** What each source, or some together, would answer. */
function bySources(
  missing: readonly MissingEvidence[],
  shortIds: (ids: readonly EntryId[]) => string,
): string {
  const groups = [...groupBy(missing, ({ sources }) => shortIds(sources))]
  const named = groups.slice(0, MOST_SHOWN / MOST_NAMED)
  return [
    ...named.map(([ids, pieces]) => `${namedPieces(pieces)} (${ids})`),
    ...(groups.length > named.length ? ['…'] : []),
  ].join('; ')
}

function namedPieces(pieces: readonly MissingEvidence[]): string {
  const named = pieces
    .slice(0, MOST_NAMED)
    .map((piece) => `${piece.class} ${clipLine(piece.value, PIECE_LENGTH)}`)
    .join(', ')
  return pieces.length > MOST_NAMED ? `${named} and ${pieces.length - MOST_NAMED} more` : named
}

function shown(missing: readonly MissingEvidence[]): readonly MissingEvidence[] {
  return missing.slice(0, MOST_SHOWN)
}

function more(missing: readonly MissingEvidence[]): readonly string[] {
  return missing.length > MOST_SHOWN ? [`  … and ${missing.length - MOST_SHOWN} more (--json lists all)`] : []
}

function records(report: DigestReport): string {
  const { digest, verdict, sources, size, evidence, edges, stale, issues } = report
  const { anchors, negations } = evidence
  return `${[
    recordHeader('compact.report', {
      digest,
      verdict,
      count: sources.length,
      compaction: percentText(size.percent),
      anchors: `${anchors.kept}/${anchors.total}`,
      negations: `${negations.kept}/${negations.total}`,
      boundary_ratio: edges.ratio.toFixed(2),
      stale: stale.length > 0,
      valid: !issues.some(({ severity }) => severity === 'error'),
    }),
    ...expandIf(report).map((missing) =>
      recordLine('D', ['missing', missing.class, { quoted: missing.value }], {
        from: missing.sources.join(','),
      }),
    ),
    ...stale.map(({ id, reason }) => recordLine('D', ['stale', id], { reason })),
  ].join('\n')}\n`
}
