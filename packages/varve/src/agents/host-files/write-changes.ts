import { chownSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { VarveError } from '@varve/core'
import { systemErrorCode, writeFailure } from '../../files/system-error.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { FileChange } from './file-change.ts'
import { findHostText } from './read-host-file.ts'

/** Writes all changes or none: where one fails, those before it are taken back. */
export function writeChanges(changes: readonly FileChange[]): void {
  const pending = changes.filter(({ before, after }) => before !== after)
  for (const { path, target, before } of pending) {
    if (findHostText(target) !== before) {
      throw new VarveError(
        'busy',
        `${path} was changed by somebody else in this moment; nothing was written`,
        {
          subjects: [path],
        },
      )
    }
  }
  const done: { readonly change: FileChange; readonly mode: number | undefined }[] = []
  try {
    for (const change of pending) {
      const mode = modeOf(change.target)
      put(change.target, change.after, change.mode)
      done.push({ change, mode })
    }
  } catch (error) {
    for (const { change, mode } of done.reverse()) put(change.target, change.before, mode)
    throw error
  }
}

/** Removes those of the folders in which nothing is left; deepest first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) {
        throw writeFailure(error, folder, 0)
      }
    }
  }
}

function modeOf(target: string): number | undefined {
  const mode = statSync(target, { throwIfNoEntry: false })?.mode
  return mode === undefined ? undefined : mode & 0o777
}

function put(target: string, text: string | undefined, mode: number | undefined): void {
  if (text === undefined) {
    try {
      rmSync(target, { force: true })
    } catch (error) {
      throw writeFailure(error, target, 0)
    }
    return
  }
  const present = statSync(target, { throwIfNoEntry: false })
  writeFileAtomically(target, text, mode === undefined ? {} : { mode })
  if (present !== undefined) keepOwner(target, present)
}

/** A file that an administrator edits stays its owner's. */
function keepOwner(target: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  const now = statSync(target)
  if (process.platform === 'win32' || (now.uid === uid && now.gid === gid)) return
  try {
    chownSync(target, uid, gid)
  } catch {
    // Only an administrator may give files away; anyone else's are their own already.
  }
}
