import {
  type Entry,
  type Flag,
  formatInstant,
  type Instant,
  type JsonObject,
  type Source,
  withoutUndefined,
} from '@varve/core'

/** An entry as exchange files hold it: everything that was stated of it, dates as ISO 8601. */
export function renderEntryRow(entry: Entry): JsonObject {
  const row = {
    id: entry.id,
    type: entry.type,
    category: entry.category,
    title: entry.title,
    summary: entry.summary,
    content: entry.content,
    created: formatInstant(entry.created),
    updated: formatInstant(entry.updated),
    tags: entry.tags.length === 0 ? undefined : entry.tags,
    refs: entry.refs.length === 0 ? undefined : entry.refs,
    layer: entry.layer,
    altitude: entry.altitude,
    mem_type: entry.mem_type,
    mem_state: entry.mem_state,
    entity: entry.entity,
    key: entry.key,
    confidence: entry.confidence,
    importance: entry.importance,
    value: entry.value,
    scores: entry.scores,
    pinned: entry.pinned,
    asserted_from: date(entry.asserted_from),
    asserted_to: date(entry.asserted_to),
    valid_from: date(entry.valid_from),
    valid_to: date(entry.valid_to),
    scope: entry.scope,
    source: sourceRow(entry.source),
    state: entry.state === 'active' ? undefined : entry.state,
    flags: entry.flags.length === 0 ? undefined : entry.flags.map(flagRow),
    consolidation: entry.consolidation,
    custom: entry.custom,
    extra: entry.extra,
    original: entry.original,
  }
  // Undefined members are gone, and what is left holds nothing that JSON cannot.
  return withoutUndefined(row) as unknown as JsonObject
}

function date(at: Instant | undefined): string | undefined {
  return at === undefined ? undefined : formatInstant(at)
}

function flagRow({ kind, reason, evidence, by, at }: Flag): object {
  return withoutUndefined({ kind, reason, evidence, by, at: formatInstant(at) })
}

/** Where it came from. The digest is this memory's own: it tells whether a file was read before. */
export function sourceRow({ kind, trust, agent, session, message, format, file, line }: Source): object {
  return withoutUndefined({ kind, trust, agent, session, message, format, file, line })
}
