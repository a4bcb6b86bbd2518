import { type Clock, recordIdOf } from '../domain/clock.ts'
import { assertedTo, contentHash, type Entry, type EntryFields, hasFlag } from '../domain/entry.ts'
import { entryId, versionId } from '../domain/ids.ts'
import { canonicalJson } from '../domain/json.ts'
import type { Operation, StoredOperation } from '../domain/operation.ts'
import {
  headerOf,
  type JournalRecord,
  RECORD_SCHEMA,
  type RecordHeader,
  recordHash,
} from '../domain/record.ts'
import type { CompactionRow, EntryView } from '../ports/store.ts'

/** 2026-01-01T00:00:00Z: the day on which built records begin. */
export const BUILT_AT = Date.UTC(2026, 0, 1)

/** Client id of built records. */
export const BUILT_CLIENT = '00000000000000aa'

/** The fields of a fact whose text is `content`. */
export function buildFields(content: string, fields: Partial<EntryFields> = {}): EntryFields {
  return {
    content,
    type: 'fact',
    category: 'conventions',
    tags: [],
    refs: [],
    source: { kind: 'human', trust: 'user' },
    confidence: 'medium',
    scope: 'project',
    created: BUILT_AT,
    ...fields,
  }
}

/** An active entry as one `entry.add` of the record at `recorded` would leave it. */
export function buildEntry(id: string, entry: Partial<Omit<Entry, 'id'>> = {}): Entry {
  const recorded = entry.recorded ?? BUILT_AT
  const version = versionId(recordIdOf({ wall: recorded, counter: 0, client: BUILT_CLIENT }), 0)
  return {
    ...buildFields(`Text of ${id}.`),
    recorded,
    updated: recorded,
    state: 'active',
    flags: [],
    sightings: [],
    versions: [version],
    text_version: version,
    ...entry,
    id: entryId(id),
  }
}

/** The stage 1 row of an entry. Its text key is the content in lower case. */
export function buildRow(entry: Entry, row: Partial<Omit<CompactionRow, 'id'>> = {}): CompactionRow {
  const titled = entry.title !== undefined
  return {
    id: entry.id,
    scope: entry.scope,
    category: entry.category,
    titled,
    text_key: titled ? null : entry.content.toLowerCase(),
    slot: entry.key ?? null,
    at: assertedTo(entry),
    confidence: entry.confidence,
    trust: entry.source.trust,
    pinned: entry.pinned ?? false,
    retracted: entry.state === 'retracted',
    forgotten: hasFlag(entry, 'buried'),
    tags: entry.tags,
    content_hash: contentHash(entry),
    marks: canonicalJson([entry.source.trust, entry.flags]),
    ...row,
  }
}

/** A head that stands for nothing else. */
export function buildView(id: string, view: Partial<Omit<EntryView, 'id'>> = {}): EntryView {
  return {
    tags: [],
    confidence: 'medium',
    also_in: [],
    forks: [],
    contested_by: [],
    stands_for: 0,
    ...view,
    id: entryId(id),
  }
}

/** The operation that adds an entry of this text. */
export function buildAdd(id: string, content: string, fields: Partial<EntryFields> = {}): Operation {
  return { op: 'entry.add', id: entryId(id), fields: buildFields(content, fields) }
}

/** A whole record, `after` milliseconds into the built day, with its hash. */
export function buildRecord(
  after: number,
  operations: readonly StoredOperation[],
  header: Partial<RecordHeader> & { readonly clock?: Partial<Clock> } = {},
): JournalRecord {
  const built: RecordHeader = {
    schema: RECORD_SCHEMA,
    id: recordIdOf({ wall: BUILT_AT + after, counter: 0, client: BUILT_CLIENT, ...header.clock }),
    project: 'sample',
    branch: null,
    actor: 'tester',
    via: 'library',
    stage: 'edit',
    command: 'varve add',
    ...headerChanges(header),
  }
  return { ...headerOf(built), operations, hash: recordHash(built, operations) }
}

function headerChanges({
  clock: _,
  ...header
}: Partial<RecordHeader> & { readonly clock?: Partial<Clock> }): Partial<RecordHeader> {
  return header
}
