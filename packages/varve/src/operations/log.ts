import {
  type EntryId,
  parseInstant,
  recordHeader,
  recordIdOf,
  recordLine,
  STAGES,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { choice, type InputOf, integer, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { findRecord } from './find-record.ts'
import { listLog, logJson, renderLogLines } from './log-lines.ts'
import { defineOperation } from './operation.ts'

const fields = {
  entry: text('Only what touched this entry', { value: 'id' }),
  plan: text('Only this record', { value: 'record' }),
  stage: choice('Only this kind of change', STAGES),
  since: text('Only from this instant on', { value: 'time' }),
  limit: integer('How many (default 20)', { minimum: 1 }),
}

const FIRST_CLIENT = '0000000000000000'

/** `varve log`: what was changed, when, by whom and by which stage. */
export const log = defineOperation({
  name: 'log',
  summary: 'Show what was changed, when, by whom',
  effect: 'reads',
  fields,
  examples: ['varve log --limit 5', 'varve log --entry 7c1d09aa --json'],
  run(input, context) {
    const reader = context.reading()
    const items = select(reader, input)
    return {
      json: { items: items.map(logJson), count: items.length },
      human:
        items.length === 0 ? 'Nothing was changed yet\n' : `${renderLogLines(items, reader).join('\n')}\n`,
      records: `${[
        recordHeader('log', { count: items.length }),
        ...items.map(({ record, undoneBy }) =>
          recordLine('D', ['plan', record.id], {
            stage: record.stage,
            actor: record.actor,
            ops: record.operations.length,
            undone: undoneBy !== undefined,
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

function select(reader: StoreReader, input: InputOf<typeof fields>): ReturnType<typeof listLog> {
  const limit = input.limit ?? 20
  const stage = input.stage
  const entry: EntryId | undefined = input.entry === undefined ? undefined : findEntry(reader, input.entry)
  if (input.plan !== undefined) {
    const wanted = findRecord(reader, input.plan)
    return listLog(reader, { until: wanted, limit: 1 })
  }
  return listLog(reader, {
    limit,
    ...(stage !== undefined && { stage }),
    ...(entry !== undefined && { entry }),
    ...(input.since !== undefined && { after: justBefore(input.since) }),
  })
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
