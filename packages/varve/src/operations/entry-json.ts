import {
  assertedTo,
  type Consolidation,
  type Entry,
  type EntryView,
  formatInstant,
  type Instant,
  type Ref,
  withoutUndefined,
} from '@varve/core'

/** An entry as machines get it: snake_case, instants in UTC, absent members left out. */
export function entryJson(entry: Entry, view: EntryView | undefined): object {
  const { source } = entry
  return withoutUndefined({
    id: entry.id,
    type: entry.type,
    category: entry.category,
    title: entry.title,
    summary: entry.summary,
    content: entry.content,
    tags: view && view.hidden === undefined ? view.tags : entry.tags,
    confidence: view && view.hidden === undefined ? view.confidence : entry.confidence,
    layer: entry.layer,
    altitude: entry.altitude,
    mem_type: entry.mem_type,
    mem_state: entry.mem_state,
    entity: entry.entity,
    key: entry.key,
    pinned: entry.pinned,
    importance: entry.importance,
    value: entry.value,
    scores: entry.scores,
    scope: entry.scope,
    refs: entry.refs.length > 0 ? entry.refs : undefined,
    source: withoutUndefined({ ...source, digest: undefined, outside: undefined }),
    created: formatInstant(entry.created),
    recorded: formatInstant(entry.recorded),
    updated: formatInstant(entry.updated),
    asserted_to: formatInstant(assertedTo(entry)),
    valid_from: optionalInstant(entry.valid_from),
    valid_to: optionalInstant(entry.valid_to),
    state: entry.state,
    hidden: view?.hidden,
    also_in: view && view.also_in.length > 0 ? view.also_in : undefined,
    flags:
      entry.flags.length > 0
        ? entry.flags.map((flag) => ({ ...flag, at: formatInstant(flag.at) }))
        : undefined,
    sightings: entry.sightings.length > 0 ? entry.sightings.length : undefined,
    consolidation: entry.consolidation && consolidationJson(entry.consolidation),
    custom: entry.custom,
    extra: entry.extra,
    purged: entry.purged,
  })
}

function consolidationJson({ period, exemplars, ...rest }: Consolidation): object {
  return {
    ...rest,
    period: { from: formatInstant(period.from), to: formatInstant(period.to) },
    exemplars: exemplars.map(({ when, ...exemplar }) => ({ ...exemplar, when: formatInstant(when) })),
  }
}

function optionalInstant(at: Instant | undefined): string | undefined {
  return at === undefined ? undefined : formatInstant(at)
}

/** `src/server.ts#listen` */
export function refText(ref: Ref): string {
  return `${ref.path ?? ref.url ?? ref.commit ?? ''}${ref.symbol === undefined ? '' : `#${ref.symbol}`}`
}

/** Reads `path[#symbol]`, or a URL. */
export function parseRef(text: string): Ref {
  if (/^https?:\/\//.test(text)) return { url: text }
  const [path = '', symbol] = text.split('#', 2)
  return symbol === undefined ? { path } : { path, symbol }
}
