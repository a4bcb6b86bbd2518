import type { Entry, EntryFields, FlagKind, Source } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { canonicalJson, type JsonObject } from '../domain/json.ts'
import type { Link } from '../domain/link.ts'
import { entityOf, entryEntity, type FieldValues, type Operation, type Since } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import { sha256 } from '../domain/sha256.ts'
import type { StoreReader } from '../ports/store.ts'
import { revisionOf } from './plan-edit.ts'
import { type EdgeRequest, hasEdge, lineageAddition, lineageRemoval } from './plan-lineage.ts'
import { hasLink } from './plan-link.ts'

export interface ImportedEntry {
  readonly id: EntryId
  readonly fields: EntryFields
  /** The source says what is known already, in whatever words. */
  readonly isCurrent?: boolean
  /** Fields that the source had and has no longer. */
  readonly unset?: readonly ('value' | 'custom' | 'extra')[]
}

export interface ImportRequest {
  readonly command: string
  readonly entries: Iterable<ImportedEntry>
  readonly lineage: readonly EdgeRequest[]
  readonly links: readonly Link[]
  /** What the source stated when it was read before, and states no longer. */
  readonly withdrawn?: { readonly lineage: readonly EdgeRequest[]; readonly links: readonly Link[] }
  /** What the project agreed on, by name. */
  readonly policies?: readonly { readonly name: string; readonly value: JsonObject }[]
  /** What the source says of entries that are new here; what was decided since isn't undone by reading again. */
  readonly flags: readonly ImportedFlag[]
  readonly retracted: readonly EntryId[]
  /** Where the source says who saw the same statement, and when; each occasion counts once. */
  readonly sightings?: readonly ImportedSighting[]
  /** Decisions on review items that nobody here has decided. */
  readonly reviews?: readonly { readonly id: string; readonly decision: JsonObject }[]
}

export interface ImportedFlag {
  readonly id: EntryId
  readonly kind: FlagKind
  readonly reason: string
  readonly evidence?: JsonObject
  readonly since?: Since
}

export interface ImportedSighting {
  readonly id: EntryId
  readonly occasion: string
  readonly source: Source
  readonly since: Since
}

export interface ImportOutcome {
  readonly plan: Plan
  readonly added: number
  readonly revised: number
  readonly unchanged: number
}

/**
 * One plan for everything read. An item that was imported before changes nothing, unless that import
 * was undone: then it comes back. One whose source has changed since becomes a revision, and what a
 * person edited here in the meantime stays in the history.
 */
export function planImport(reader: StoreReader, request: ImportRequest): ImportOutcome {
  const count = { added: 0, revised: 0, unchanged: 0 }
  const operations: Operation[] = []
  const seen = new Set<EntryId>()
  const isNew = new Set<EntryId>()
  const revised = new Set<EntryId>()
  for (const imported of request.entries) {
    const { id } = imported
    if (seen.has(id)) continue
    seen.add(id)
    const found = importOperations(reader, imported)
    operations.push(...found)
    if (found.some(({ op }) => op === 'entry.add' || op === 'entry.restore')) {
      count.added += 1
      isNew.add(id)
    } else if (found.length > 0) {
      count.revised += 1
      revised.add(id)
    } else count.unchanged += 1
  }
  operations.push(...edgeOperations(reader, request, revised), ...policyOperations(reader, request))
  operations.push(...sightingOperations(reader, request), ...reviewOperations(reader, request))
  for (const flag of request.flags) {
    if (isNew.has(flag.id)) operations.push({ op: 'flag.set', ...flag, was: null })
  }
  for (const id of request.retracted)
    if (isNew.has(id)) operations.push({ op: 'entry.retract', id, reason: 'import' })
  return {
    plan: { stage: 'import', command: request.command, operations: once(operations), base: [] },
    ...count,
  }
}

/** What links and lineage change by; an edge that is there already stays as it was made. */
function edgeOperations(
  reader: StoreReader,
  { lineage, links, withdrawn }: ImportRequest,
  revised: ReadonlySet<EntryId>,
): readonly Operation[] {
  const stated = new Set(links.map((link) => entityOf({ op: 'link.add', link })))
  const gone = [
    ...(withdrawn?.links ?? []).filter((link) => hasLink(reader, link)),
    // What a text links is what it holds: a link that the new text has no more goes with the old one.
    ...[...revised].flatMap((id) => reader.links({ from: id }).filter(({ source }) => source === 'inline')),
  ]
  return [
    ...(withdrawn?.lineage ?? [])
      .filter((edge) => hasEdge(reader, edge))
      .map((edge) => lineageRemoval(reader, edge)),
    ...lineage.filter((edge) => !hasEdge(reader, edge)).map((edge) => lineageAddition(reader, edge)),
    ...gone
      .filter((link) => !stated.has(entityOf({ op: 'link.remove', link })))
      .map((link): Operation => ({ op: 'link.remove', link })),
    ...links.filter((link) => !hasLink(reader, link)).map((link): Operation => ({ op: 'link.add', link })),
  ]
}

function policyOperations(reader: StoreReader, { policies = [] }: ImportRequest): readonly Operation[] {
  return policies.flatMap(({ name, value }): readonly Operation[] => {
    const was = reader.policy(name) ?? null
    return canonicalJson(was) === canonicalJson(value) ? [] : [{ op: 'project.policy', name, value, was }]
  })
}

/** An occasion counts once, whoever tells of it. */
function sightingOperations(reader: StoreReader, { sightings = [] }: ImportRequest): readonly Operation[] {
  return sightings
    .filter(({ id, occasion }) => !reader.entry(id)?.sightings.some((known) => known.occasion === occasion))
    .map((sighting) => ({ op: 'learning.sight', ...sighting }))
}

function reviewOperations(reader: StoreReader, { reviews = [] }: ImportRequest): readonly Operation[] {
  return reviews
    .filter(({ id }) => reader.review(id) === undefined)
    .map(({ id, decision }) => ({ op: 'review.resolve', review: id, decision, was: null }))
}

function importOperations(
  reader: StoreReader,
  { id, fields, isCurrent, unset = [] }: ImportedEntry,
): readonly Operation[] {
  const digest = itemDigest(fields)
  const stamped: EntryFields = { ...fields, source: { ...fields.source, digest } }
  const known = reader.entry(id)
  if (known === undefined) return [{ op: 'entry.add', id, fields: stamped }]
  if (known.purged) return []
  const back: readonly Operation[] = isUndone(reader, known) ? [{ op: 'entry.restore', id }] : []
  if (isCurrent || known.source.digest === digest) return back
  // Scope stays: reading a file again on another branch must not move what it says.
  const { created: _, scope: __, tags, ...set } = stamped
  const revision = revisionOf(known, {
    set: {
      ...withAbsentUnset(set, known.source.digest === undefined ? [] : Object.keys(known)),
      ...Object.fromEntries(unset.map((name) => [name, null])),
    },
    addTags: tags,
    removeTags: known.tags.filter((tag) => !tags.includes(tag)),
  })
  return revision === undefined ? back : [...back, revision]
}

/** Taken back with the import that added it, not by anyone's judgement of what it says. */
function isUndone(reader: StoreReader, { id, state }: Entry): boolean {
  if (state === 'active') return false
  return reader.records({ entity: entryEntity(id), newestFirst: true, limit: 1 })[0]?.stage === 'undo'
}

const OPTIONAL_TEXT = ['title', 'summary'] as const

/** A title or summary that the source no longer has is unset. */
function withAbsentUnset(set: FieldValues, known: readonly string[]): FieldValues {
  const gone = OPTIONAL_TEXT.filter((name) => known.includes(name) && set[name] === undefined)
  return { ...set, ...Object.fromEntries(gone.map((name) => [name, null])) }
}

/** Over what an item says: not where it stands in its file, nor when and on which branch it was read. */
function itemDigest({ created: _, scope: __, ...fields }: EntryFields): string {
  const { line: ___, digest: ____, outside: _____, ...source } = fields.source
  return sha256(canonicalJson({ ...fields, source }))
}

/** The same link or edge stated twice in a source is one. */
function once(operations: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>()
  return operations.filter((operation) => {
    if (operation.op === 'entry.add' || operation.op === 'entry.revise') return true
    const text = canonicalJson(operation)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}
