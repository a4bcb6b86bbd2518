import {
  groupBy,
  type Plan,
  planHash,
  type RecordId,
  recordHeader,
  recordLine,
  type StoreReader,
  shortId,
} from '@varve/core'
import type { ConsolidationReport, ReportedCluster } from '@varve/core/consolidate'
import { counted } from '../counted.ts'
import { type KeptPlan, keptPlanJson, keptPlanText } from '../digest/keep-plan.ts'
import { madeWhenAsked } from '../made-when-asked.ts'
import type { OperationResult } from '../operation.ts'
import { shortRecordIdIn } from '../short-id.ts'
import type { Asking } from './ask-model.ts'

/** A plan as it was made or applied. */
export interface Consolidated {
  readonly plan: Plan
  readonly report: ConsolidationReport
  /** The record it became, or will become. */
  readonly planId: RecordId | null
  readonly dryRun: boolean
  readonly asking?: Asking
  readonly kept?: KeptPlan | undefined
}

const MOST_PREVIEWED = 20
const MOST_LINES = 6

export function renderConsolidation(reader: StoreReader, done: Consolidated): OperationResult {
  const { issues } = done.report
  return madeWhenAsked({
    json: () => jsonOf(done),
    human: () => humanOf(reader, done),
    records: () => recordsOf(done),
    issues,
  })
}

/** A run that was not its turn says so to machines, and nothing to people. */
export function renderNothing(reason: 'not_due' | 'busy'): OperationResult {
  return {
    json: { ok: true, skipped_run: reason },
    human: '',
    records: `${recordHeader('consolidate', { skipped_run: reason })}\n`,
  }
}

function jsonOf({ plan, report, planId, dryRun, asking, kept }: Consolidated): object {
  const { clusters } = report
  const replaced = clusters.reduce((sum, { ids }) => sum + ids.length, 0)
  return {
    ok: true,
    dry_run: dryRun,
    plan_id: planId,
    plan_hash: planHash(plan),
    scanned: report.scanned,
    clustersCompressed: clusters.length,
    memoriesReplaced: replaced,
    memoriesDropped: report.buried.length,
    learningIdsCreated: clusters.map(({ digest }) => digest),
    stalledTransitions: report.stalled.length,
    clusterDetails: clusters.map(detailOf),
    skipped: report.skipped,
    buried: report.buried.map(riskJson),
    aging: report.aging.map(riskJson),
    stalled: report.stalled,
    unstalled: report.unstalled,
    woken: report.woken,
    sampling: samplingOf(clusters, asking),
    notes: report.notes,
    ...(dryRun && {
      clusters: clusters.length,
      memories_replaced_if_run: replaced,
      preview: largestFirst(clusters)
        .slice(0, MOST_PREVIEWED)
        .map(({ entity, layer, ids }) => ({ entity, layer, count: ids.length })),
      hint: 'the same command without --dry-run applies this plan',
    }),
    ...(kept !== undefined && { plan: keptPlanJson(kept) }),
    undo: planId === null ? null : `varve undo ${planId}`,
  }
}

const MOST_REASONS = 3

/** What a model came to: of each cluster either its text is used, or not. */
function samplingOf(clusters: readonly ReportedCluster[], asking: Asking | undefined): Sampling {
  if (asking?.kind !== 'asked') {
    return { applied: false, upgraded: 0, declined: 0, ...(asking && { reason: asking.kind }) }
  }
  const written = clusters.flatMap((cluster) => cluster.written ?? [])
  const reasons = written.flatMap((each) => (each.kind === 'declined' ? each.reason : []))
  const upgraded = written.length - reasons.length
  return {
    applied: upgraded > 0,
    upgraded,
    declined: reasons.length,
    ...(reasons.length > 0 && { decline_reasons: [...new Set(reasons)].slice(0, MOST_REASONS) }),
  }
}

interface Sampling {
  readonly applied: boolean
  readonly upgraded: number
  readonly declined: number
  readonly reason?: Exclude<Asking['kind'], 'asked'>
  readonly decline_reasons?: readonly string[]
}

function detailOf({
  entity,
  layer,
  ids,
  digest,
  tokensBefore,
  tokensAfter,
  text,
  written,
}: ReportedCluster): object {
  return {
    entity,
    layer,
    count: ids.length,
    ids,
    digest_id: digest,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    text,
    ...(written?.kind === 'used' && { rule_text: written.ruleText }),
    ...(written?.kind === 'declined' && { declined: written.reason, declined_text: written.text ?? null }),
  }
}

function riskJson({ id, risk }: { readonly id: string; readonly risk: number }): object {
  return { id, risk: Math.round(risk * 10) / 10 }
}

/** Clusters come by entity and layer; a sort keeps that among those of one size. */
function largestFirst(clusters: readonly ReportedCluster[]): readonly ReportedCluster[] {
  return clusters.toSorted((a, b) => b.ids.length - a.ids.length)
}

function humanOf(reader: StoreReader, { plan, report, planId, dryRun, kept, asking }: Consolidated): string {
  const { clusters, skipped, buried, stalled, unstalled, woken, aging, scanned, notes } = report
  const replaced = clusters.reduce((sum, { ids }) => sum + ids.length, 0)
  const before = clusters.reduce((sum, each) => sum + each.tokensBefore, 0)
  const after = clusters.reduce((sum, each) => sum + each.tokensAfter, 0)
  const short = (id: string) => shortId(id, (prefix) => reader.entryIdsByPrefix(prefix, 2).length < 2)
  const parts = [
    ...(clusters.length > 0
      ? [
          `${counted(replaced, 'note')} under ${counted(clusters.length, 'digest')} (${before} → ${after} tokens)`,
        ]
      : []),
    ...(buried.length > 0 ? [`${buried.length} buried`] : []),
    ...(stalled.length > 0 ? [`${stalled.length} stalled`] : []),
    ...(unstalled.length > 0 ? [`${unstalled.length} going on again`] : []),
    ...(woken.length > 0 ? [`${woken.length} back, asked for again`] : []),
  ]
  const undo = dryRun || planId === null ? '' : ` (varve undo ${shortRecordIdIn(reader, planId)})`
  const headline =
    plan.operations.length === 0
      ? `Nothing to consolidate: ${counted(scanned, 'note')} looked at`
      : `${dryRun ? 'Would do' : 'Done'}: ${parts.join(', ')}${undo}`
  const lines = clusters
    .slice(0, MOST_LINES)
    .map(({ entity, layer, ids, digest, tokensBefore, tokensAfter }) => {
      const where = dryRun ? '' : ` → ${short(digest)}`
      return `  ${entity}, ${layer}: ${ids.length} notes${where} (${tokensBefore} → ${tokensAfter} tokens)`
    })
  const left = clusters.length - lines.length
  return [
    headline,
    ...lines,
    ...(left > 0 ? [`  … and ${counted(left, 'digest')} more`] : []),
    ...(skipped.length > 0 ? [`  left as they are: ${reasonsOf(skipped)}`] : []),
    ...(aging.length > 0 ? [`  aging: ${counted(aging.length, 'entry', 'entries')}`] : []),
    ...(notes.includes('no_session')
      ? ['  no agent’s session to take the subjects of: --scope all takes every one']
      : []),
    ...(asking === undefined ? [] : [`  ${askingLine(clusters, asking)}`]),
    ...(kept === undefined ? [] : [keptPlanText(kept)]),
    '',
  ].join('\n')
}

function askingLine(clusters: readonly ReportedCluster[], asking: Asking): string {
  const { upgraded, declined, decline_reasons: reasons = [] } = samplingOf(clusters, asking)
  switch (asking.kind) {
    case 'asked': {
      const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`
      return `a model wrote ${counted(upgraded, 'digest')}, the rules ${declined}${why}`
    }
    case 'not_asked':
      return 'a dry run asks no model: --ask does'
    case 'off':
      return 'no model may be asked: memory.compaction.llmAssisted is false; the rules wrote the digests'
    case 'unavailable':
      return 'no model can be asked: the rules wrote the digests'
    default:
      return asking satisfies never
  }
}

function reasonsOf(skipped: ConsolidationReport['skipped']): string {
  const counts = [...groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, found]) => `${counted(found.length, 'cluster')} ${reason}`,
  )
  return counts.sort().join(', ')
}

function recordsOf({ report, planId, dryRun }: Consolidated): string {
  const { clusters, skipped, buried, stalled } = report
  return `${[
    recordHeader('consolidate', {
      digests: clusters.length,
      buried: buried.length,
      stalled: stalled.length,
      plan: planId ?? '-',
      ...(dryRun && { dry_run: true }),
    }),
    ...clusters.map(({ digest, ids, entity, layer, tokensBefore, tokensAfter }) =>
      recordLine('D', ['digest', digest], {
        entity,
        layer,
        under: ids.join(','),
        before: tokensBefore,
        after: tokensAfter,
      }),
    ),
    ...skipped.map(({ ids, reason }) => recordLine('D', ['skipped', reason], { under: ids.join(',') })),
    ...buried.map(({ id, risk }) => recordLine('D', ['buried', id], { risk: risk.toFixed(1) })),
    ...stalled.map((id) => recordLine('D', ['stalled', id])),
  ].join('\n')}\n`
}
