import { VarveError } from './errors.ts'

declare const brand: unique symbol

/** Id of an entry: a random UUID, a UUIDv5 where derived, or verbatim as imported. */
export type EntryId = string & { readonly [brand]: 'entry' }

/** Id of a journal record: `pl_` and its clock in 32 hex digits, so that ids sort as the clocks do. */
export type RecordId = string & { readonly [brand]: 'record' }

/** One write of an entry's fields: the record that made it and the operation's place in it. */
export type VersionId = string & { readonly [brand]: 'version' }

const ENTRY_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/
const RECORD_ID = /^pl_[0-9a-f]{32}$/

export function isEntryId(text: string): text is EntryId {
  return ENTRY_ID.test(text)
}

/** Reads an entry id; throws `invalid_value` where the characters aren't an id's. */
export function entryId(text: string): EntryId {
  if (isEntryId(text)) return text
  throw new VarveError('invalid_value', `not an entry id: ${JSON.stringify(text.slice(0, 80))}`, {
    fix: ['varve list'],
  })
}

export function isRecordId(text: string): text is RecordId {
  return RECORD_ID.test(text)
}

/** Reads a record id; throws `invalid_value` where the text isn't one. */
export function recordId(text: string): RecordId {
  if (isRecordId(text)) return text
  throw new VarveError('invalid_value', `not a record id: ${JSON.stringify(text.slice(0, 80))}`, {
    fix: ['varve log'],
  })
}

export function versionId(record: RecordId, position: number): VersionId {
  return `${record}.${position}` as VersionId
}

/** The record that a version was written by. */
export function recordOf(version: VersionId): RecordId {
  return version.slice(0, version.indexOf('.')) as RecordId
}
