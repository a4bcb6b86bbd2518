import { type EntryId, getEntry, type StoreReader, VarveError } from '@varve/core'
import {
  issuesAbout,
  type ResultRequest,
  readFoundNotes,
  SEARCH_SORTS,
  type SearchPage,
  searchEntries,
  searchJson,
  searchLike,
  searchRecords,
  searchText,
} from '@varve/core/recall'
import { viewFor } from './commit.ts'
import { compactionDisplay, compactionFields, isRawAsked } from './compaction-input.ts'
import type { OperationContext } from './context.ts'
import { choice, flag, type InputOf, integer, list, rest, share, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { isGiven } from './is-given.ts'
import { instantOf } from './list.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import { type NearestEntries, nearestEntries } from './nearest-entries.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortIdsIn } from './short-id.ts'
import { tokenCounter } from './token-counter.ts'
import { withBuried } from './with-buried.ts'

const DEFAULT_LIMIT = 20
const DEFAULT_LIKENESS = 0.3
const LIKE_EXAMPLE = 'varve search --like 7c1d09aa'
const { expandCompaction: _, ...displayFields } = compactionFields
/** What says something of messages of sessions; every other field is of entries. */
const OF_LOGS: ReadonlySet<string> = new Set(['text', 'logs', 'limit', 'offset', 'preview'])

const fields = {
  text: rest('What to look for: any words; "quoted" ones must stand side by side', 'text'),
  like: text('Instead of words: what says something like this entry', { value: 'id' }),
  min: share('With --like: how like at least', DEFAULT_LIKENESS),
  type: list('Only of this type; repeat for others', { value: 'type' }),
  tag: list('Only with this tag; repeat for more', { value: 'tag' }),
  category: list('Only this category; repeat for others', { value: 'name' }),
  minValue: integer('Only worth this much or more, 0 to 100', { maximum: 100 }),
  excludeMocs: flag('Leave maps of content out'),
  since: text('Only stated at or after this date', { value: 'date' }),
  sort: choice('Order', SEARCH_SORTS),
  limit: integer(`How many; 0 for all (default ${DEFAULT_LIMIT})`),
  offset: integer('How many to pass over'),
  preview: flag('Only look: what is found does not count as used'),
  explain: flag('Say of each result why it was found'),
  includeBuried: flag('Forgotten entries too'),
  logs: flag('What was said in sessions, instead of entries'),
  ...displayFields,
  asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
}

/** `varve search`: finds by words in all entries, and shows what stands for those that match. */
export const search = defineOperation({
  name: 'search',
  summary: 'Find what is known about something',
  effect: 'reads',
  fields,
  examples: ['varve search "cold install" --category operations --explain', LIKE_EXAMPLE],
  run(input, context) {
    checkLike(input)
    if (input.logs) return import('./search-logs.ts').then(({ searchLogs }) => searchLogs(input, context))
    const isByWords = context.embedder === undefined || input.asOf !== undefined || input.like !== undefined
    if (isByWords) return answer(input, context, NO_MEANING)
    return nearestEntries(context, input.text.join(' ')).then((near) => answer(input, context, near))
  },
})

/** Vectors are of what entries say now: the memory as it was is searched by words. */
const NO_MEANING: NearestEntries = { issues: [] }

function answer(
  input: InputOf<typeof fields>,
  context: OperationContext,
  near: NearestEntries,
): OperationResult {
  const { page, shortId } =
    input.asOf === undefined
      ? nowPage(input, context, near)
      : pageOf(openAsOf(context, input.asOf), input, context, near)
  return madeWhenAsked({
    json: () => searchJson(page),
    human: () => searchText(page, shortId),
    records: () => searchRecords(page),
    issues: page.issues,
  })
}

interface Searched {
  readonly page: SearchPage
  /** Of the same moment: to ask for them later would be to look anew at who wrote meanwhile. */
  shortId(id: EntryId): string
  readonly used: ReadonlySet<EntryId>
}

/** All of one moment; what was found counts as used only afterwards, for that writes. */
function nowPage(input: InputOf<typeof fields>, context: OperationContext, near: NearestEntries): Searched {
  const store = context.reading()
  const searched = store.snapshot(() => pageOf(store, input, context, near))
  if (!input.preview) context.noteUse('search', searched.used)
  return searched
}

function pageOf(
  reader: StoreReader,
  input: InputOf<typeof fields>,
  context: OperationContext,
  { nearest, issues }: NearestEntries,
): Searched {
  const resolved = viewFor(context, reader)
  const view = input.includeBuried ? withBuried(resolved) : resolved
  const request = requestFrom(input)
  const { isRaw = false } = request
  const query = input.text.join(' ')
  const like = input.like === undefined ? undefined : findEntry(reader, input.like)
  const result =
    like === undefined
      ? searchEntries(reader, view, {
          ...request,
          text: query,
          now: context.clock.now(),
          ...(nearest !== undefined && { nearest }),
        })
      : searchLike(reader, view, getEntry(reader, like), { ...request, least: input.min ?? DEFAULT_LIKENESS })
  const counter = tokenCounter(context.config.memory.counter)
  const compaction = compactionDisplay(input)
  const notes = readFoundNotes({ reader, view, isRaw, counter, compaction }, result)
  const met = result.items.flatMap(({ path }) => path)
  const page: SearchPage = {
    ...result,
    query,
    ...(like !== undefined && { like }),
    notes,
    isExplained: input.explain,
    issues: [...issues, ...issuesAbout(view.issues(), met)],
  }
  const used = new Set(result.items.flatMap(({ id, match }) => [match.entry.id, id]))
  return { page, shortId: shortIdsIn(reader, met), used }
}

function checkLike(input: InputOf<typeof fields>): void {
  if (input.like === undefined && input.min !== undefined) {
    throw new VarveError('usage', '--min needs --like', { fix: [`${LIKE_EXAMPLE} --min ${input.min}`] })
  }
  if (input.like !== undefined && input.text.length > 0) {
    throw new VarveError('usage', '--like takes the place of words', { fix: [LIKE_EXAMPLE] })
  }
  if (input.logs && Object.entries(input).some(([name, value]) => !OF_LOGS.has(name) && isGiven(value))) {
    throw new VarveError(
      'usage',
      '--logs looks for words in what is kept of sessions: it goes with --limit and --offset alone',
      {
        fix: ['varve search --logs cold install'],
      },
    )
  }
}

function requestFrom(input: InputOf<typeof fields>): ResultRequest {
  const { type, tag, category, minValue, excludeMocs, since, sort, offset, limit = DEFAULT_LIMIT } = input
  return {
    isRaw: isRawAsked(input),
    types: type,
    tags: tag,
    categories: category,
    excludesMaps: excludeMocs,
    ...(minValue !== undefined && { minValue }),
    ...(since !== undefined && { since: instantOf(since, '--since') }),
    ...(sort !== undefined && { sort }),
    ...(offset !== undefined && { offset }),
    ...(limit > 0 && { limit }),
  }
}
