import {
  type Entry,
  formatInstant,
  type Instant,
  type Json,
  type JsonObject,
  sortedUnique,
} from '@varve/core'
import type { DraftFields } from '../../import/import-format.ts'

/** Lineage and flags of one entry, as LeanSpec tells them. */
export interface LeanspecFacts {
  readonly supersedes: readonly string[]
  readonly mergedInto?: string
  readonly sources: readonly string[]
  readonly staleReason?: string
  readonly isRetracted: boolean
}

/** What of an entry goes to its file. */
export type LeanspecFields = Omit<DraftFields, 'created' | 'scope'> & Pick<Entry, 'id' | 'created' | 'scope'>

/** An entry as the object of its LeanSpec file, without the members that only its original had. */
export function leanspecObject(entry: LeanspecFields, facts: LeanspecFacts, isStrict: boolean): JsonObject {
  const supersedes = sortedUnique(facts.supersedes)
  const isCompacted = facts.sources.length > 0 || entry.source.kind === 'compaction'
  const varve = isStrict ? {} : varveMember(entry, supersedes, facts.isRetracted)
  return {
    id: entry.id,
    category: entry.category,
    content: entry.content,
    created: formatCreated(entry.created),
    ...(entry.source.agent === undefined ? {} : { agent: entry.source.agent }),
    ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
    supersedes: supersedes[0] ?? null,
    ...(entry.confidence === 'medium' ? {} : { confidence: entry.confidence }),
    ...(facts.mergedInto === undefined ? {} : { merged_into: facts.mergedInto }),
    ...(isCompacted ? { source: 'compaction' } : {}),
    ...(facts.sources.length === 0 ? {} : { source_entries: sortedUnique(facts.sources) }),
    ...(facts.staleReason === undefined ? {} : { stale_reason: facts.staleReason }),
    ...(Object.keys(varve).length === 0 ? {} : { varve }),
    ...entry.extra,
  }
}

/** UTC; milliseconds only where there are some. */
export function formatCreated(at: Instant): string {
  return formatInstant(at).replace('.000Z', 'Z')
}

function varveMember(entry: LeanspecFields, supersedes: readonly string[], isRetracted: boolean): JsonObject {
  const members: readonly (readonly [string, Json | undefined])[] = [
    ['key', entry.key],
    ['refs', entry.refs.length === 0 ? undefined : entry.refs.map((ref) => ({ ...ref }))],
    ['pinned', entry.pinned === true ? true : undefined],
    ['trust', entry.source.trust === 'agent' ? undefined : entry.source.trust],
    ['asserted_from', dateOf(entry.asserted_from)],
    ['asserted_to', dateOf(entry.asserted_to)],
    ['supersedes', supersedes.length > 1 ? supersedes : undefined],
    ['state', isRetracted ? 'retracted' : undefined],
    ['title', entry.title],
    ['scope', entry.scope === 'project' ? undefined : entry.scope],
  ]
  return Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function dateOf(at: Instant | undefined): string | undefined {
  return at === undefined ? undefined : formatInstant(at)
}
