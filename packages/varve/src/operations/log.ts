import {
  clockOf,
  type EntryId,
  formatInstant,
  parseInstant,
  recordHeader,
  recordIdOf,
  recordLine,
  STAGES,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { countOutcomes, type PromptOutcomes, type RejectedProposal } from '@varve/core/propose'
import type { OperationContext } from './context.ts'
import { choice, flag, type InputOf, integer, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findRecord } from './find-record.ts'
import { listLog, listRejected, logJson, renderLogLines } from './log-lines.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { readLedger } from './propose/proposal-file.ts'
import { listRuns, type RunRecord, renderRunLine } from './run-log.ts'
import { shortIdIn } from './short-id.ts'

const DEFAULT_LIMIT = 20

const fields = {
  entry: text('Only what touched this entry', { value: 'id' }),
  plan: text('Only this record', { value: 'record' }),
  stage: choice('Only this kind of change', STAGES),
  rejected: flag(
    'Only what a person rejected in review, with the hashes of its texts, and what the guard rejected',
  ),
  stats: flag('Count what became of proposals, by the version of the instructions that they came by'),
  since: text('Only from this instant on', { value: 'time' }),
  limit: integer(`How many (default ${DEFAULT_LIMIT})`, { minimum: 1 }),
  offset: integer('How many to pass over'),
  maxOps: integer('Name at most so many steps of each change in --json'),
}

const FIRST_CLIENT = '0000000000000000'

/** `varve log`: what was changed, when, by whom and by which stage. */
export const log = defineOperation({
  name: 'log',
  summary: 'Show what was changed, when, by whom',
  effect: 'reads',
  fields,
  examples: ['varve log --limit 5', 'varve log --rejected --json'],
  run(input, context) {
    const reader = context.reading()
    if (input.stats) return statsOf(countOutcomes(reader, readLedger(context)))
    const items = input.stage === 'stage1' ? [] : select(reader, input)
    const runs = input.offset === undefined ? selectRuns(context, input) : []
    const proposals = input.rejected ? readLedger(context).rejected.toReversed() : []
    return {
      json: {
        items: items.map((item) => logJson(item, input.maxOps)),
        count: items.length,
        runs,
        ...(input.rejected && { proposals: proposals.map(proposalJson) }),
      },
      human:
        items.length + runs.length + proposals.length === 0
          ? 'Nothing was changed yet\n'
          : `${[...proposals.map((each) => proposalLine(each, reader)), ...mergedLines(items, runs, reader)].join('\n')}\n`,
      records: `${[
        recordHeader('log', { count: items.length }),
        ...items.map(({ record, operations, undoneBy }) =>
          recordLine('D', ['plan', record.id], {
            stage: record.stage,
            actor: record.actor,
            ops: record.size,
            undone: undoneBy !== undefined,
            ...(operations === undefined && { damaged: true }),
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

/** What this machine remembers of proposals: nobody else has asked for them. */
function statsOf(stats: readonly PromptOutcomes[]): OperationResult {
  const lines = stats.map(
    ({ prompt, accepted, reviewed, rejected, undone }) =>
      `${prompt.padEnd(11)} ${accepted} accepted, ${reviewed} to review, ${rejected} rejected, ${undone} undone`,
  )
  return {
    json: { items: [], count: 0, runs: [], stats },
    human: lines.length === 0 ? 'Nothing was proposed yet: varve compact --llm\n' : `${lines.join('\n')}\n`,
    records: `${[
      recordHeader('log.stats', { prompts: stats.length }),
      ...stats.map(({ prompt, ...counts }) => recordLine('D', ['prompt', prompt], { ...counts })),
    ].join('\n')}\n`,
  }
}

/** What was proposed and turned down is no change, and lies on this machine alone. */
function proposalLine(
  { at, prompt, model, sources, codes, detail }: RejectedProposal,
  reader: StoreReader,
): string {
  const ids = sources.map((id) => shortIdIn(reader, id)).join(', ')
  return `(proposal)  ${formatInstant(at).replace('.000Z', 'Z')}  ${prompt} of ${model}: ${ids || '-'}\n    rejected ${codes.join(', ')}: ${detail}`
}

function proposalJson({ at, ...proposal }: RejectedProposal): object {
  return { at: formatInstant(at), ...proposal }
}

/** Runs of stage 1 change no data, so they are listed only where all changes are, or they alone. */
function selectRuns(context: OperationContext, input: InputOf<typeof fields>): readonly RunRecord[] {
  const isFiltered = input.entry !== undefined || input.plan !== undefined || input.rejected
  if (isFiltered || (input.stage !== undefined && input.stage !== 'stage1')) return []
  const runs = listRuns(context, input.limit ?? DEFAULT_LIMIT)
  const since = input.since === undefined ? undefined : parseInstant(input.since)?.at
  return since === undefined ? runs : runs.filter((run) => Date.parse(run.at) >= since)
}

/** Newest first, records and runs together. */
function mergedLines(
  items: ReturnType<typeof listLog>,
  runs: readonly RunRecord[],
  reader: StoreReader,
): readonly string[] {
  const lines = [
    ...items.map((item) => ({ at: clockOf(item.record.id).wall, lines: renderLogLines([item], reader) })),
    ...runs.map((run) => ({ at: Date.parse(run.at), lines: [renderRunLine(run)] })),
  ]
  return lines.sort((a, b) => b.at - a.at).flatMap((each) => each.lines)
}

function select(reader: StoreReader, input: InputOf<typeof fields>): ReturnType<typeof listLog> {
  const limit = input.limit ?? DEFAULT_LIMIT
  const stage = input.stage
  const entry: EntryId | undefined = input.entry === undefined ? undefined : findEntry(reader, input.entry)
  if (input.plan !== undefined) {
    const wanted = findRecord(reader, input.plan)
    const found = listLog(reader, { until: wanted, limit: 1 }).filter(({ record }) => record.id === wanted)
    if (found.length > 0) return found
    throw new VarveError('store_invalid', `record ${wanted} is damaged: nothing of it can be read`, {
      subjects: [wanted],
      fix: ['varve doctor'],
    })
  }
  const isFrom = input.since === undefined ? undefined : justBefore(input.since)
  if (input.rejected) {
    return listRejected(reader)
      .filter(({ record }) => isFrom === undefined || record.id > isFrom)
      .slice(input.offset ?? 0, (input.offset ?? 0) + limit)
  }
  const query = {
    limit,
    offset: input.offset ?? 0,
    ...(stage !== undefined && { stage }),
    ...(entry !== undefined && { entry }),
    ...(isFrom !== undefined && { after: isFrom }),
  }
  return listLog(reader, query, input.maxOps)
}

/** The greatest record id that could lie before an instant. */
function justBefore(typed: string): ReturnType<typeof recordIdOf> {
  const instant = parseInstant(typed)
  if (!instant) {
    throw new VarveError('invalid_value', `--since takes a date, not ${JSON.stringify(typed)}`, {
      fix: ['varve log --since 2026-03-07'],
    })
  }
  return recordIdOf({ wall: instant.at, counter: 0, client: FIRST_CLIENT })
}
