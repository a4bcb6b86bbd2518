import { closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { VarveError } from '@varve/core'
import { APPLICATION_ID } from './schema.ts'
import { storeInvalid } from './sqlite-failure.ts'

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
// Offsets in the header of the file format (https://www.sqlite.org/fileformat.html#the_database_header).
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

/** What the first bytes of a store's file say, read without opening it as a database. */
export type StoreFile =
  | { readonly kind: 'missing' | 'empty' }
  | { readonly kind: 'store'; readonly version: number }

/**
 * Looks at a store's file before anything could be written to it. Throws `store_invalid` where it is
 * not Varve's. An empty file is one that another process is just making.
 */
export function inspectStoreFile(path: string): StoreFile {
  const header = readHeader(path)
  if (header === undefined) return { kind: 'missing' }
  if (header.length === 0) return { kind: 'empty' }
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw storeInvalid(path, 'is not a database')
  }
  const application = header.readUInt32BE(APPLICATION_ID_AT)
  const version = header.readUInt32BE(USER_VERSION_AT)
  // A store whose making is still in the log has no mark in the file yet.
  if (application !== APPLICATION_ID && (application !== 0 || version !== 0)) {
    throw storeInvalid(path, 'is a database of another program')
  }
  return { kind: 'store', version }
}

/** Makes the file and its folder, for this user alone. */
export function createStoreFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw fileFailure(path, error)
  }
}

function readHeader(path: string): Buffer | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw fileFailure(path, error)
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    return header.subarray(0, readSync(file, header))
  } catch (error) {
    throw fileFailure(path, error)
  } finally {
    closeSync(file)
  }
}

function fileFailure(path: string, error: unknown): VarveError {
  const options = { subjects: [path], cause: error }
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new VarveError('read_only', `no permission to make or read the store: ${path}`, {
        ...options,
        fix: ['VARVE_HOME=<a writable folder> varve …'],
      })
    case 'ENOSPC':
    case 'EDQUOT':
      return new VarveError('disk_full', `no space left to make the store: ${path}`, options)
    default:
      return new VarveError('unreadable', `the store can't be opened: ${path}`, options)
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
