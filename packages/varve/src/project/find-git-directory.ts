import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readTextFile } from '../files/read-text-file.ts'
import { runGit } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/** The directories of a repository. */
export interface GitDirectory {
  /** Top of the worktree; the git directory itself where a bare repository has none. */
  readonly top: string
  /** Of this worktree. */
  readonly gitDir: string
  /** Of all its worktrees. */
  readonly commonDir: string
}

/** Variables with which only git itself knows its way. */
const GIT_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_CEILING_DIRECTORIES'] as const

/** The repository that a directory lies in, found without running git where that is safe. */
export function findGitDirectory(directory: string, env: Environment): GitDirectory | undefined {
  if (GIT_VARIABLES.some((name) => env[name] !== undefined)) return askGitForDirectory(directory, env)
  for (let level = directory; ; level = dirname(level)) {
    const found = gitDirectoryAt(level)
    if (found !== undefined)
      return found.gitDir === undefined ? undefined : withCommonDirectory(found.top, found.gitDir)
    if (dirname(level) === level) return undefined
  }
}

/** The same, from git: slower by a process or two, and right in every case. */
export function askGitForDirectory(directory: string, env: Environment): GitDirectory | undefined {
  const answer = runGit(
    directory,
    ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir'],
    env,
  )
  const [gitDir, commonDir] = answer?.split(/\r?\n/) ?? []
  if (gitDir === undefined || commonDir === undefined) return undefined
  const worktree = runGit(directory, ['rev-parse', '--show-toplevel'], env)
  const top = worktree === undefined || worktree === '' ? topOfGitDirectory(gitDir) : worktree
  return { top: realPath(top), gitDir: realPath(gitDir), commonDir: realPath(commonDir) }
}

/** The path without symbolic links and in the file system's own spelling; as given where it doesn't exist. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}

interface Level {
  readonly top: string
  /** Absent where `.git` is broken: like git, don't take the repository above for it. */
  readonly gitDir?: string
}

function gitDirectoryAt(level: string): Level | undefined {
  const dotGit = join(level, '.git')
  const kind = kindOf(dotGit)
  if (kind === 'directory' && kindOf(join(dotGit, 'HEAD')) !== undefined)
    return { top: level, gitDir: dotGit }
  if (kind === 'file') {
    const gitDir = linkedDirectory(level, dotGit)
    return gitDir === undefined ? { top: level } : { top: level, gitDir }
  }
  return isBareRepository(level) ? { top: topOfGitDirectory(level), gitDir: level } : undefined
}

/** `gitdir: <path>` of linked worktrees, submodules and separate git directories. */
function linkedDirectory(level: string, dotGit: string): string | undefined {
  const path = /^gitdir:[ \t]*(.+)/.exec(readTextFile(dotGit) ?? '')?.[1]?.trimEnd()
  if (path === undefined) return undefined
  const gitDir = resolve(level, path)
  return kindOf(join(gitDir, 'HEAD')) === undefined ? undefined : gitDir
}

function isBareRepository(level: string): boolean {
  return (
    kindOf(join(level, 'HEAD')) === 'file' &&
    kindOf(join(level, 'objects')) === 'directory' &&
    kindOf(join(level, 'refs')) === 'directory'
  )
}

function topOfGitDirectory(gitDir: string): string {
  return basename(gitDir) === '.git' ? dirname(gitDir) : gitDir
}

function withCommonDirectory(top: string, gitDir: string): GitDirectory {
  const relative = readTextFile(join(gitDir, 'commondir'))?.trim()
  const commonDir = relative === undefined ? gitDir : resolve(gitDir, relative)
  return { top, gitDir: realPath(gitDir), commonDir: realPath(commonDir) }
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    return found.isDirectory() ? 'directory' : 'file'
  } catch {
    // A directory above that we may not enter holds no repository for us.
    return undefined
  }
}
