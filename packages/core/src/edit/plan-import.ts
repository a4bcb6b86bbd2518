import type { Entry, EntryFields, FlagKind } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import type { LineageKind } from '../domain/lineage.ts'
import type { Link } from '../domain/link.ts'
import { entryEntity, type FieldValues, type Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import { sha256 } from '../domain/sha256.ts'
import type { StoreReader } from '../ports/store.ts'
import { revisionOf } from './plan-edit.ts'
import { hasEdge, lineageAddition } from './plan-lineage.ts'
import { hasLink } from './plan-link.ts'

export interface ImportedEntry {
  readonly id: EntryId
  readonly fields: EntryFields
}

export interface ImportRequest {
  readonly command: string
  readonly entries: Iterable<ImportedEntry>
  readonly lineage: readonly { readonly kind: LineageKind; readonly top: EntryId; readonly under: EntryId }[]
  readonly links: readonly Link[]
  /** What the source says of entries that are new here; what was decided since isn't undone by reading again. */
  readonly flags: readonly { readonly id: EntryId; readonly kind: FlagKind; readonly reason: string }[]
  readonly retracted: readonly EntryId[]
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
  for (const { id, fields } of request.entries) {
    if (seen.has(id)) continue
    seen.add(id)
    const found = importOperations(reader, id, fields)
    operations.push(...found)
    if (found.some(({ op }) => op === 'entry.add' || op === 'entry.restore')) {
      count.added += 1
      isNew.add(id)
    } else if (found.length > 0) count.revised += 1
    else count.unchanged += 1
  }
  for (const edge of request.lineage)
    if (!hasEdge(reader, edge)) operations.push(lineageAddition(reader, edge))
  for (const link of request.links) if (!hasLink(reader, link)) operations.push({ op: 'link.add', link })
  for (const { id, kind, reason } of request.flags) {
    if (isNew.has(id)) operations.push({ op: 'flag.set', id, kind, reason, was: null })
  }
  for (const id of request.retracted)
    if (isNew.has(id)) operations.push({ op: 'entry.retract', id, reason: 'import' })
  return {
    plan: { stage: 'import', command: request.command, operations: once(operations), base: [] },
    ...count,
  }
}

function importOperations(reader: StoreReader, id: EntryId, fields: EntryFields): readonly Operation[] {
  const digest = itemDigest(fields)
  const stamped: EntryFields = { ...fields, source: { ...fields.source, digest } }
  const known = reader.entry(id)
  if (known === undefined) return [{ op: 'entry.add', id, fields: stamped }]
  if (known.purged) return []
  const back: readonly Operation[] = isUndone(reader, known) ? [{ op: 'entry.restore', id }] : []
  if (known.source.digest === digest) return back
  // Scope stays: reading a file again on another branch must not move what it says.
  const { created: _, scope: __, tags, ...set } = stamped
  const revision = revisionOf(known, {
    set: withAbsentUnset(set, known.source.digest === undefined ? [] : Object.keys(known)),
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
  const { line: ___, digest: ____, ...source } = fields.source
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
