import { constants, copyFileSync, linkSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode, writeFailure } from './system-error.ts'
import { removeTemporaryFile, writeTemporaryFile } from './temporary-file.ts'
import { syncDirectory, type WriteOptions } from './write-file-atomically.ts'

const NO_HARD_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'EXDEV',
])

/**
 * Makes a file whole, unless one is there: of many writers at once one makes it, and none sees a part.
 * Makes the directory where absent. Throws `read_only`, `disk_full` or `unreadable`.
 */
export function createFileOnce(
  path: string,
  text: string,
  options: Pick<WriteOptions, 'mode'> = {},
): 'created' | 'exists' {
  const bytes = Buffer.from(text, 'utf8')
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return 'exists'
    const temporary = writeTemporaryFile(dirname(path), bytes, options.mode)
    try {
      linkOrCopy(temporary, path)
    } finally {
      removeTemporaryFile(temporary)
    }
    syncDirectory(dirname(path))
    return 'created'
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'exists'
    throw writeFailure(error, path, bytes.length)
  }
}

/** Fails with EEXIST where the path is taken. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!NO_HARD_LINKS.has(systemErrorCode(error) ?? '')) throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}
