import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isMissing, readFailure } from '../../files/system-error.ts'
import { HostFileProblem } from './host-file-error.ts'

/** A file of an agent's, as it lies there. */
export interface HostFile {
  /** Where the bytes are: behind every link. */
  readonly target: string
  /** Undefined where there is no file. */
  readonly text: string | undefined
}

/**
 * Reads a file that is to be edited. Links are followed, since people keep their settings elsewhere; but
 * where `within` is given, as for files that came with a repository, never out of it. Throws
 * `HostFileProblem` for what must not be edited.
 */
export function readHostFile(path: string, within: string | undefined): HostFile {
  const target = targetOf(path)
  if (within !== undefined && isOutside(target, targetOf(within))) {
    throw new HostFileProblem('clash', `a link leads out of the project, to ${target}`)
  }
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return { target, text: undefined }
  if (!stat.isFile()) throw new HostFileProblem('clash', 'it is no file')
  // Renaming in place needs no permission of the file itself: who took it away meant it.
  if ((stat.mode & 0o222) === 0) throw new HostFileProblem('clash', 'it may only be read')
  return { target, text: textOf(target) }
}

/** The text of a file, for looking; undefined where there is none, or none that can be read. */
export function findHostText(path: string): string | undefined {
  try {
    return existsSync(path) ? textOf(path) : undefined
  } catch {
    return undefined
  }
}

function textOf(path: string): string {
  const bytes = bytesOf(path)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new HostFileProblem('unreadable', 'it is no UTF-8')
  return text
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw readFailure(error, path)
  }
}

/** A path with the links of all its folders followed, whether the file is there or not. */
function targetOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const above = dirname(path)
    if (!isMissing(error) || above === path) throw readFailure(error, path)
    return join(targetOf(above), basename(path))
  }
}

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || way === path
}
