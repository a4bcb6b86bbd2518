import { est1, recordLine, type StoreReader } from '@varve/core'
import type { Narrative, Proposed, Refused } from '@varve/core/propose'
import { clipLine } from '../clip-line.ts'
import { shortIdIn } from '../short-id.ts'
import type { Stage2 } from './stage2.ts'

/** What machines are told of stage 2: numbers are numbers, lists in the order in which it was asked. */
export function stage2Json({ status, queued, outcome, model, changed }: Stage2, cap: number): object {
  if (outcome === undefined) return { status, ...(queued !== undefined && { queued }) }
  const { spent, coverage, accepted, waiting, rejected, refused, stale, skipped, planned } = outcome
  return {
    status,
    provider: model?.provider,
    model: model?.name,
    calls: spent.calls,
    failed_calls: outcome.failed,
    retries: outcome.retries,
    tokens: { input: spent.input, output: spent.output, reserved: spent.reserved, cap },
    usd: spent.usd ?? null,
    coverage: { pairs_seen: coverage.seen, pairs_total: coverage.total },
    merged: accepted.filter((each) => !changed.includes(each)).map(mergedJson),
    review: waiting.map(mergedJson),
    rejected: [...rejected.map(rejectedJson), ...refused.map(refusedJson)],
    stale: stale.map(({ id, verdict, reason, evidence }) => ({
      id,
      verdict,
      reason,
      ...(evidence && { file: evidence.path, quote: evidence.quote }),
    })),
    narratives: [...new Set(outcome.written.map(({ category }) => category))],
    skipped: [
      ...skipped.map(({ step, category, entries, reason, attempts }) => ({
        op: step,
        category,
        entries,
        reason,
        attempts,
      })),
      ...changed.map(({ step, proposal }) => ({
        op: step,
        category: proposal.sources[0]?.entry.category ?? '',
        entries: idsOf({ proposal }),
        reason: 'base_changed',
        attempts: 1,
      })),
    ],
    planned: planned.map(({ step, category, entries, input, output }) => ({
      op: step,
      category,
      entries,
      input,
      output,
    })),
  }
}

function mergedJson({ step, proposal }: Proposed): object {
  const { id, keeps, text, sources, result, codes, verdict } = proposal
  return {
    op: step,
    id: keeps?.entry.id ?? id,
    sources: idsOf({ proposal }),
    text,
    tokens_before: sources.reduce((sum, { entry }) => sum + est1.count(entry.content), 0),
    tokens_after: est1.count(text),
    anchors: result?.anchors ?? { total: 0, kept: 0 },
    verdict,
    codes,
  }
}

function rejectedJson({ step, proposal }: Proposed): object {
  return { op: step, sources: idsOf({ proposal }), codes: proposal.codes, detail: proposal.detail }
}

function refusedJson({ step, entries, codes, detail }: Refused): object {
  return { op: step, sources: entries, codes, detail }
}

function idsOf({ proposal }: Pick<Proposed, 'proposal'>): readonly string[] {
  return proposal.sources.map(({ entry }) => entry.id)
}

/** The same for people: each change as a difference, with the verdict. */
export function stage2Lines(
  stage2: Stage2,
  reader: StoreReader,
  {
    cap,
    dryRun,
    undo,
  }: { readonly cap: number; readonly dryRun: boolean; readonly undo: string | undefined },
): readonly string[] {
  const { status, outcome, changed } = stage2
  if (outcome === undefined) {
    const { queued = 0 } = stage2
    return [
      `Stage 2: ${status}${queued > 0 ? `, ${queued} for your agent (varve work next --mode compact)` : ''}`,
    ]
  }
  const { spent, accepted, waiting, rejected, written, refused, skipped, planned, stale } = outcome
  const used = spent.input + spent.output + spent.reserved
  const cost = spent.usd === undefined ? '' : `, $${spent.usd.toFixed(4)}`
  const would = dryRun ? 'would have ' : ''
  const asked = spent.calls === 0 && planned.length > 0 ? plannedLine(planned) : []
  return [
    `Stage 2: ${status}, ${spent.calls} ${spent.calls === 1 ? 'call' : 'calls'}, ${used} of ${cap} tokens${cost}, ${outcome.failed} failed`,
    ...asked,
    ...accepted
      .filter((each) => !changed.includes(each))
      .flatMap((each) =>
        proposalLines(each, reader, `${would}${each.step === 'dedup' ? 'merged' : 'fused'}`),
      ),
    ...waiting.flatMap((each) => proposalLines(each, reader, 'to review')),
    ...rejected.flatMap((each) => proposalLines(each, reader, 'rejected')),
    ...stale
      .filter(({ verdict }) => verdict !== 'unsure')
      .map(({ id, verdict, reason }) => `  ${verdict} ${shortIdIn(reader, id)}  ${reason}`),
    ...written.flatMap((each) => proseLines(each, reader, would)),
    ...refused.map(
      ({ category, entries, detail }) =>
        `  rejected prose for ${entries.length} entries of ${category}  (${detail})`,
    ),
    ...changed.map(({ proposal }) => `  dropped: ${idsOf({ proposal }).length} entries changed meanwhile`),
    ...skipped.map(
      ({ step, entries, reason }) => `  not done: ${step} of ${entries.length} entries, ${reason}`,
    ),
    ...(undo === undefined ? [] : [`  ${undo}`]),
  ]
}

function plannedLine(
  planned: readonly { readonly input: number; readonly output: number }[],
): readonly string[] {
  const tokens = planned.reduce((sum, { input, output }) => sum + input + output, 0)
  return [
    `  ${planned.length} ${planned.length === 1 ? 'call' : 'calls'} would take at most ${tokens} tokens`,
  ]
}

const SHOWN_TEXT = 400

function proposalLines({ proposal }: Proposed, reader: StoreReader, what: string): readonly string[] {
  const { sources, text, verdict, detail, keeps, id } = proposal
  const top = keeps?.entry.id ?? id
  const why = verdict === 'accept' ? `guard ${verdict}` : detail
  return [
    `  ${what} ${sources.length} -> ${reader.entry(top) === undefined ? top.slice(0, 8) : shortIdIn(reader, top)}  (${why})`,
    ...sources.map(({ entry }) => `    - ${clipLine(entry.content, SHOWN_TEXT)}`),
    `    + ${clipLine(text, SHOWN_TEXT)}`,
  ]
}

function proseLines(
  { category, sources, text }: Narrative,
  reader: StoreReader,
  would: string,
): readonly string[] {
  return [
    `  ${would}put prose in place of ${sources.length} lines of ${category}  (guard accept)`,
    ...sources.map((id) => `    - ${clipLine(reader.entry(id)?.content ?? id, SHOWN_TEXT)}`),
    `    + ${clipLine(text, SHOWN_TEXT)}`,
  ]
}

/** For programs that read lines. */
export function stage2Records({ outcome, changed }: Stage2): readonly string[] {
  if (outcome === undefined) return []
  const sources = (each: Proposed) => idsOf(each).join(',')
  return [
    ...outcome.accepted
      .filter((each) => !changed.includes(each))
      .map((each) =>
        recordLine('D', ['merged', each.proposal.keeps?.entry.id ?? each.proposal.id], {
          op: each.step,
          sources: sources(each),
        }),
      ),
    ...outcome.rejected.map((each) =>
      recordLine('D', ['rejected'], {
        op: each.step,
        codes: each.proposal.codes.join(','),
        sources: sources(each),
      }),
    ),
  ]
}
