import { VarveError } from '@varve/core'

// Primary result codes of SQLite (https://www.sqlite.org/rescode.html).
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

// Extended codes: a write that a quota or a file size limit refused, and a file that ends too early.
const IO_ERROR_WRITE = 778
const IO_ERROR_SHM_SIZE = 4874
const IO_ERROR_SHORT_READ = 522
// What a folder without permission to write answers; a file system without it answers CANNOT_OPEN.
const READONLY_DIRECTORY = 1544

/** The error of SQLite as one of ours; what is none of SQLite's comes back as it is. */
export function sqliteFailure(error: unknown, path: string, holder: () => string): unknown {
  const code = resultCode(error)
  if (code === undefined) return error
  const options = { subjects: [path], cause: error }
  if (code === IO_ERROR_WRITE || code === IO_ERROR_SHM_SIZE) return diskFull(path, error)
  if (code === IO_ERROR_SHORT_READ) return storeInvalid(path, 'ends too early', error)
  switch (code & 0xff) {
    case BUSY:
    case LOCKED:
      return new VarveError('busy', `the store is being written by ${holder()}: ${path}`, options)
    case READONLY:
      return new VarveError('read_only', `the store can't be written: ${path}`, {
        ...options,
        fix: [`chmod u+w ${JSON.stringify(path)}`, 'VARVE_HOME=<a writable folder> varve …'],
      })
    case FULL:
      return diskFull(path, error)
    case CORRUPT:
      return storeInvalid(path, 'is damaged', error)
    case NOT_A_DATABASE:
      return storeInvalid(path, 'is not a database', error)
    case CANNOT_OPEN:
    case IO_ERROR:
      return new VarveError('unreadable', `the store can't be opened: ${path}`, options)
    default:
      return new VarveError('internal', `SQLite: ${messageOf(error)} (${path})`, options)
  }
}

/** A store file that is not what it should be. It is never written to. */
export function storeInvalid(path: string, what: string, cause?: unknown): VarveError {
  return new VarveError('store_invalid', `the store ${what}: ${path}`, {
    subjects: [path],
    fix: ['varve doctor --fix'],
    ...(cause === undefined ? {} : { cause }),
  })
}

/** SQLite's extended result code, where the error is SQLite's. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Whether one of our errors says that SQLite could not open the file, or make its log beside it. */
export function isNoLogFailure(error: unknown): boolean {
  const code = VarveError.isInstance(error) ? (resultCode(error.cause) ?? 0) : 0
  return (code & 0xff) === CANNOT_OPEN || code === READONLY_DIRECTORY
}

function diskFull(path: string, cause: unknown): VarveError {
  return new VarveError('disk_full', `no space left to write the store; nothing was changed: ${path}`, {
    subjects: [path],
    fix: [`df ${JSON.stringify(path)}`],
    cause,
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
