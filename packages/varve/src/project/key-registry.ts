import { join } from 'node:path'
import { sha256 } from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { DirectoryStamp } from './directory-stamp.ts'

// Persisted as JSON, hence the names.

/** What the registry remembers of a key: the project it stands for. */
export interface KeyRecord {
  readonly key: string
  readonly project_id: string
  /** Of `path:` and `common:` keys: the directory that was there. */
  readonly directory?: DirectoryStamp
  /** Of `common:` keys: the root commit, which takes a git process to find. */
  readonly root?: string
}

const PRIVATE = 0o600

/** The record of a key, or undefined where the registry has none that can be read. */
export function findKeyRecord(home: string, key: string): KeyRecord | undefined {
  const text = readTextFile(keyRecordPath(home, key))
  const record = text === undefined ? undefined : parseKeyRecord(text)
  return record?.key === key ? record : undefined
}

/**
 * Writes a record. One that is there stays, so that of many processes the first decides, unless it
 * can't be read or is of a directory that is no more.
 */
export function addKeyRecord(home: string, record: KeyRecord): void {
  const path = keyRecordPath(home, record.key)
  if (createFileOnce(path, renderKeyRecord(record), { mode: PRIVATE }) === 'created') return
  const present = findKeyRecord(home, record.key)
  if (present !== undefined && !isOutdated(present, record)) return
  replaceKeyRecord(home, record)
}

/** Writes a record whatever is there: for a person's decision. */
export function replaceKeyRecord(home: string, record: KeyRecord): void {
  writeFileAtomically(keyRecordPath(home, record.key), renderKeyRecord(record), { mode: PRIVATE })
}

/** True where a present record is of a directory that is no more, or lacks the root commit. */
function isOutdated(present: KeyRecord, seen: KeyRecord): boolean {
  if (present.directory?.inode !== seen.directory?.inode || present.directory?.born !== seen.directory?.born)
    return true
  return present.project_id === seen.project_id && seen.root !== undefined && present.root !== seen.root
}

function keyRecordPath(home: string, key: string): string {
  return join(home, 'keys', `${sha256(key)}.json`)
}

function renderKeyRecord(record: KeyRecord): string {
  return `${JSON.stringify(record)}\n`
}

function parseKeyRecord(text: string): KeyRecord | undefined {
  try {
    const record: unknown = JSON.parse(text)
    if (typeof record !== 'object' || record === null) return undefined
    const isRecord = 'key' in record && 'project_id' in record && typeof record.project_id === 'string'
    // The file is our own; its other members are checked where they are compared.
    return isRecord ? (record as KeyRecord) : undefined
  } catch {
    return undefined
  }
}
