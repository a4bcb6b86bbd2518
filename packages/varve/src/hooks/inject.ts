import {
  by,
  byNumber,
  type Entry,
  type EntryQuery,
  est1,
  findStoredView,
  hasFlag,
  type InjectedEntry,
  inOrder,
  type OpenView,
  renderInjection,
  type Scope,
  type StoreReader,
  shortIdsAmong,
  trustRank,
  withoutBareCommands,
} from '@varve/core'
import type { Config } from '../config/config.ts'
import { projectName } from '../project/project-name.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import { takeConsolidationNote } from './consolidation-note.ts'
import type { Host } from './host-outputs.ts'
import type { StartText } from './kept-start.ts'

/** So many of the newest are looked at: more than the standard budget has room for. */
const LOOKED_AT = 100
/** Of what isn't sure: a list of guesses would make a reader doubt the rest. */
const MOST_UNSURE = 12
/** So far it is counted how many more there are. */
const MOST_COUNTED = 5000
const LEAST_TRUST = trustRank('agent')
/** A host adds to what we say. */
const MOST_TOKENS = 2400

export interface InjectionRequest {
  readonly reader: StoreReader
  readonly place: ProjectPlace
  readonly config: Config
  readonly host: Host
  readonly session: string | undefined
  readonly source: string | undefined
}

/** What a session starts with; undefined where there is nothing to say. */
export async function sessionStart(request: InjectionRequest): Promise<StartText | undefined> {
  const { reader, place, config, host, source } = request
  const view = await hookView(request)
  const count = reader.headCount(MOST_COUNTED)
  const { heads, beyond } = shownEntries(view, count)
  const injection = renderInjection(injectedEntries(reader, heads), {
    project: projectName(place, config),
    branch: place.branch,
    categories: config.memory.categories,
    budget: Math.min(config.memory.autoInjectTokenBudget, MOST_TOKENS),
    counter: est1,
    limit: host,
    isAfterCompaction: source === 'compact',
    notice: config.consolidate.schedule === 'off' ? undefined : takeConsolidationNote(place.dataDir),
    beyond,
    isCapped: count === MOST_COUNTED,
  })
  if (injection === undefined) return undefined
  const versions = new Map(heads.map((entry) => [entry.id as string, entry.text_version]))
  return { text: injection.text, shown: injection.shown.map((id) => [id, versions.get(id) ?? '']) }
}

export async function hookView({ reader, place, session }: InjectionRequest): Promise<OpenView> {
  const scopes: readonly Scope[] = [
    ...(place.branch !== null && !place.isDefaultBranch ? [`branch:${place.branch}` as const] : []),
    ...(session === undefined ? [] : [`session:${session}` as const]),
  ]
  const stored = findStoredView(reader, scopes)
  if (stored !== undefined) return stored
  // What resolves a view is as much as all else that a hook loads, and few branches have entries of their own.
  const { openView } = await import('./resolve.ts')
  return openView(reader, scopes)
}

/** Heads that may be put before an agent unasked, the most important first; and how many others there are, of so many. */
function shownEntries(view: OpenView, count: number) {
  const seen = new Map<string, Entry>()
  const take = (query: Pick<EntryQuery, 'pinned' | 'confidences'>, limit: number): void => {
    for (const entry of view.entries({ visibility: 'heads', sort: 'newest', limit, ...query })) {
      seen.set(entry.id, entry)
    }
  }
  take({ pinned: true }, LOOKED_AT)
  // What is sure, however old: what was seen once since then has what room is left.
  take({ confidences: ['high', 'medium'] }, LOOKED_AT)
  if (seen.size < LOOKED_AT) take({ confidences: ['low'] }, LOOKED_AT - seen.size)
  const mayBe = withoutBareCommands([...seen.values()].filter(mayBeShown).sort(importantFirst))
  const surest = new Set(mayBe.filter(isUnsure).slice(0, MOST_UNSURE))
  const heads = mayBe.filter((entry) => !isUnsure(entry) || surest.has(entry))
  return { heads, beyond: Math.max(0, count - seen.size) + mayBe.length - heads.length }
}

/** Pinned, then what is sure; of what isn't, a person's word first, then what the scores say. The newest of equals. */
const importantFirst = inOrder<Entry>(
  by(({ pinned }) => (pinned === true ? 0 : 1), byNumber),
  by((entry) => (isLow(entry) ? 1 : 0), byNumber),
  by((entry) => (isLow(entry) && entry.source.trust !== 'user' ? 1 : 0), byNumber),
  by((entry) => (isLow(entry) ? -(entry.learning?.sum ?? 0) : 0), byNumber),
)

function isLow(entry: Entry): boolean {
  return entry.confidence === 'low' || entry.learning?.status === 'observed' || hasFlag(entry, 'stale')
}

/** Learnt from a session, seen too seldom to be promoted, and said by no person. */
function isUnsure({ learning, source, pinned }: Entry): boolean {
  return learning?.status === 'observed' && source.trust !== 'user' && pinned !== true
}

export function mayBeShown(entry: Entry): boolean {
  return (
    trustRank(entry.source.trust) >= LEAST_TRUST && !hasFlag(entry, 'untrusted') && !hasFlag(entry, 'secret')
  )
}

/** The entries as a session is shown them; almost all of their ids are told apart by one question. */
export function injectedEntries(reader: StoreReader, entries: readonly Entry[]): readonly InjectedEntry[] {
  const ids = entries.map(({ id }) => id)
  const short = shortIdsAmong(ids, (prefixes) => reader.sharedPrefixes(prefixes))
  return entries.map((entry) => injectedEntry(entry, short.get(entry.id) ?? entry.id))
}

function injectedEntry(entry: Entry, shown: string): InjectedEntry {
  const { id, content, title, category, source, layer, pinned } = entry
  return {
    id,
    shortId: shown,
    content: title === undefined ? content : titled(title, content),
    category,
    assertedTo: entry.asserted_to ?? Math.min(entry.created, entry.recorded),
    trust: source.trust,
    isFirst: pinned === true || layer === 'caveat',
    isStalled: hasFlag(entry, 'stalled'),
    isLow: isLow(entry),
    isStale: hasFlag(entry, 'stale'),
    isSeenOnce: isUnsure(entry) && (entry.learning?.sessions ?? 0) <= 1,
  }
}

/** Said once: a note that was a file may begin with its title. */
function titled(title: string, content: string): string {
  const [first = ''] = content.split('\n', 1)
  const isTitle = first.replace(/^#+\s+|\*\*/g, '').trim() === title
  const body = isTitle ? content.slice(first.length).trim() : content
  return body === '' ? title : `${title}: ${body}`
}
