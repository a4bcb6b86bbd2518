import { join } from 'node:path'
import { createFileOnce } from './create-file-once.ts'
import { makeDirectory } from './make-directory.ts'
import { writeFailure } from './system-error.ts'

/** Makes a directory, and those above it, that only its owner may enter; one that is there stays as it is. */
export function ensurePrivateDirectory(path: string): void {
  try {
    makeDirectory(path, 0o700)
  } catch (error) {
    throw writeFailure(error, path, 0)
  }
}

/** Makes a directory in a worktree that git ignores with all it holds, whatever the project's own rules are. */
export function ensureIgnoredDirectory(path: string): void {
  createFileOnce(join(path, '.gitignore'), '*\n')
}
