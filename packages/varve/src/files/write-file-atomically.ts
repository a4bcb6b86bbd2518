import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { isMissing, systemErrorCode, writeFailure } from './system-error.ts'
import { removeTemporaryFile, writeTemporaryFile } from './temporary-file.ts'

export interface WriteOptions {
  /** Permission bits. Default: those of the file that is replaced, else what the umask leaves. */
  readonly mode?: number
  /** Writes the file that a symbolic link points to and keeps the link: for files that a person owns. */
  readonly followLink?: boolean
}

const PERMISSIONS = 0o7777
const WINDOWS_RENAME_TRIES = 20
const WINDOWS_RENAME_WAIT_MS = 10
const WINDOWS_BUSY: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/**
 * Replaces a file so that a crash leaves the old or the new one, never a part; equal bytes are not
 * written again. Makes the directory where absent. Throws `read_only`, `disk_full` or `unreadable`.
 */
export function writeFileAtomically(
  path: string,
  text: string,
  options: WriteOptions = {},
): 'written' | 'unchanged' {
  const bytes = Buffer.from(text, 'utf8')
  try {
    const target = options.followLink === true ? linkTarget(path) : path
    const present = lstatSync(target, { throwIfNoEntry: false })
    const permissions = present?.isFile() === true ? present.mode & PERMISSIONS : undefined
    if (permissions !== undefined && present?.size === bytes.length && readFileSync(target).equals(bytes)) {
      if (options.mode !== undefined && options.mode !== permissions) chmodSync(target, options.mode)
      return 'unchanged'
    }
    replaceFile(target, bytes, options.mode ?? permissions)
    return 'written'
  } catch (error) {
    throw writeFailure(error, path, bytes.length)
  }
}

/** Flushes a directory, so that a rename or link in it survives power loss. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  try {
    const descriptor = openSync(directory, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Some file systems can't flush a directory; the file itself is whole either way.
  }
}

function linkTarget(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isMissing(error)) return path
    throw error
  }
}

function replaceFile(path: string, bytes: Uint8Array, mode: number | undefined): void {
  moveInPlace(writeTemporaryFile(dirname(path), bytes, mode), path)
  syncDirectory(dirname(path))
}

/** Puts a temporary file in the place of another; where that fails, it goes. */
export function moveInPlace(temporary: string, path: string): void {
  try {
    renameOver(temporary, path)
  } catch (error) {
    removeTemporaryFile(temporary)
    throw error
  }
}

function renameOver(from: string, to: string, triesLeft = WINDOWS_RENAME_TRIES): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const isBusy = process.platform === 'win32' && WINDOWS_BUSY.has(systemErrorCode(error) ?? '')
    if (!isBusy || triesLeft <= 1) throw error
    // Windows refuses while a scanner or reader has the file open, which it has for moments only.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WINDOWS_RENAME_WAIT_MS)
    renameOver(from, to, triesLeft - 1)
  }
}
