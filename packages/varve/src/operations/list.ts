import {
  assertedTo,
  type Entry,
  type EntryId,
  FLAG_KINDS,
  formatDate,
  hasFlag,
  type OpenView,
  parseInstant,
  recordHeader,
  recordLine,
  type StoreReader,
  singleLine,
  VarveError,
} from '@varve/core'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { entryJson } from './entry-json.ts'
import { choice, flag, type InputOf, integer, list as listField, text } from './field.ts'
import { findEntryIfAny } from './find-entry.ts'
import { findTaggedUnder } from './find-tagged.ts'
import { listHiddenUnder } from './hidden-under.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'
import { withBuried } from './with-buried.ts'

const DEFAULT_LIMIT = 100
const PREVIEW = 240

const fields = {
  category: text('Only this category', { value: 'name' }),
  tag: text('Only with this tag, or standing for what has it', { value: 'tag' }),
  type: text('Only this type', { value: 'type' }),
  flag: choice('Only with this flag', FLAG_KINDS),
  since: text('Only stated at or after this date', { value: 'date' }),
  before: text('Only stated before this date', { value: 'date' }),
  hidden: flag('What something else stands in for, instead'),
  includeBuried: flag('Forgotten entries too'),
  under: flag('With each of them what it is shown for'),
  raw: flag('Everything: hidden, retracted and forgotten entries too'),
  id: listField('Only this one; may be given again', { value: 'id' }),
  preview: flag('Of each text only how it begins, on one line'),
  sort: choice('Order', ['id', 'newest', 'created', 'updated', 'value']),
  limit: integer(`How many; 0 for all (default ${DEFAULT_LIMIT})`),
  offset: integer('How many to pass over'),
  asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
}

/** `varve list`: what is held to be true, or what lies under it. */
export const list = defineOperation({
  name: 'list',
  summary: 'List what is held to be true',
  effect: 'reads',
  fields,
  examples: ['varve list --category conventions', 'varve list --raw --sort newest --limit 20 --json'],
  run(input, context) {
    const reader = input.asOf === undefined ? context.reading() : openAsOf(context, input.asOf)
    const resolved = viewFor(context, reader)
    const view = input.includeBuried ? withBuried(resolved) : resolved
    const limit = input.limit ?? DEFAULT_LIMIT
    const { query, via } = withTaggedUnder(view, queryOf(input, reader))
    const found = [...view.entries({ ...query, ...(limit > 0 && { limit: limit + 1 }) })]
    const entries = limit > 0 ? found.slice(0, limit) : found
    const hasMore = found.length > entries.length
    const ids = entries.map(({ id }) => id)
    const under = input.under ? listHiddenUnder(reader, view, ids) : NOTHING_UNDER
    const lines = entries.flatMap((entry) => [
      entryLine(entry, shortIdIn(reader, entry.id), [
        resolved.viewOf(entry.id)?.hidden?.reason,
        entry.pinned ? 'pinned' : undefined,
        hasFlag(entry, 'stale') ? 'stale?' : undefined,
        viaText(via.get(entry.id), (id) => shortIdIn(reader, id)),
      ]),
      ...(under.get(entry.id) ?? []).map(
        ({ id, reason, text }) => `    ${shortIdIn(reader, id)}  ${reason}  ${text}`,
      ),
    ])
    const next = `varve list --offset ${(input.offset ?? 0) + entries.length}`
    return {
      json: {
        items: entries.map((entry) => {
          const member = via.get(entry.id)
          const shownFor = under.get(entry.id)
          return {
            ...entryJson(entry, resolved.viewOf(entry.id)),
            ...(input.preview && { content: clipLine(entry.content, PREVIEW) }),
            ...(member !== undefined && { via: member }),
            ...(shownFor !== undefined && { under: shownFor }),
          }
        }),
        count: entries.length,
        has_more: hasMore,
      },
      human:
        entries.length === 0
          ? 'Nothing here yet: varve add "…"\n'
          : `${[...lines, ...(hasMore ? [`… more: ${next}`] : [])].join('\n')}\n`,
      records: `${[
        recordHeader('list', { count: entries.length, has_more: hasMore }),
        ...entries.map((entry) =>
          recordLine('N', [entry.id], {
            type: entry.type,
            category: entry.category,
            date: formatDate(assertedTo(entry)),
            tags: entry.tags.join(',') || '-',
            via: via.get(entry.id),
            text: singleLine(entry.title ?? entry.content),
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

const NOTHING_UNDER: ReturnType<typeof listHiddenUnder> = new Map()

type Query = Parameters<OpenView['entries']>[0]

/** A tag also finds what stands for an entry that has it. */
function withTaggedUnder(
  view: OpenView,
  query: Query,
): { readonly query: Query; readonly via: ReadonlyMap<EntryId, EntryId> } {
  const { tag, ...rest } = query
  if (query.ids !== undefined) return { query, via: new Map() }
  const under = tag !== undefined && query.visibility === 'heads' ? findTaggedUnder(view, tag) : undefined
  if (tag === undefined || under === undefined || under.size === 0) return { query, via: new Map() }
  const tagged = new Set(Array.from(view.entries({ visibility: 'heads', tag }), ({ id }) => id))
  const via = new Map([...under].filter(([id]) => !tagged.has(id)))
  return via.size === 0 ? { query, via } : { query: { ...rest, ids: [...tagged, ...via.keys()] }, via }
}

function viaText(id: EntryId | undefined, shortId: (id: EntryId) => string): string | undefined {
  return id === undefined ? undefined : `via=${shortId(id)}`
}

function queryOf(input: InputOf<typeof fields>, reader: StoreReader): Query {
  const { category, tag, type, flag: kind, since, before, sort, offset } = input
  return {
    visibility: input.raw ? 'all' : input.hidden ? 'hidden' : 'heads',
    ...(category !== undefined && { category }),
    ...(tag !== undefined && { tag }),
    ...(type !== undefined && { type }),
    ...(kind !== undefined && { flag: kind }),
    ...(since !== undefined && { assertedSince: instantOf(since, '--since') }),
    ...(before !== undefined && { assertedBefore: instantOf(before, '--before') }),
    ...(sort !== undefined && { sort }),
    ...(offset !== undefined && { offset }),
    ...(input.id.length > 0 && { ids: input.id.flatMap((id) => findEntryIfAny(reader, id) ?? []) }),
  }
}

/** Reads a date or an instant that was given by flag. */
export function instantOf(typed: string, flagName: string): number {
  const instant = parseInstant(typed)
  if (instant) return instant.at
  throw new VarveError('invalid_value', `${flagName} takes a date, not ${JSON.stringify(typed)}`, {
    fix: ['varve list --since 2026-03-07'],
  })
}

function entryLine(entry: Entry, shortId: string, marks: readonly (string | undefined)[]): string {
  const given = marks.filter((mark) => mark !== undefined)
  const suffix = given.length > 0 ? `  [${given.join(', ')}]` : ''
  const text = entry.title ?? entry.content
  return `${shortId}  ${formatDate(assertedTo(entry))}  ${entry.category.padEnd(13)}  ${clipLine(text, 96)}${suffix}`
}
