import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from '../files/read-text-file.ts'
import type { GitDirectory } from './find-git-directory.ts'
import { runGit } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/** The branch checked out, and the one whose knowledge is the project's. */
export interface Branches {
  /** Exactly as git has it; null where HEAD is detached. */
  readonly branch: string | null
  /** What `origin/HEAD` says, else the first conventional name that exists. */
  readonly defaultBranch: string | null
}

const CONVENTIONAL = ['main', 'master', 'trunk', 'develop'] as const
const ORIGIN_HEAD = 'refs/remotes/origin/HEAD'
const BRANCH_REF = /^ref:[ \t]*refs\/heads\/(.+)$/
const ORIGIN_REF = /^ref:[ \t]*refs\/remotes\/origin\/(.+)$/

/** Reads the refs from files, or asks git where HEAD is no plain file of theirs. */
export function readBranches(place: GitDirectory, env: Environment): Branches {
  const headPath = join(place.gitDir, 'HEAD')
  const head = readTextFile(headPath)?.trimEnd() ?? ''
  const branch = BRANCH_REF.exec(head)?.[1] ?? null
  // Reftable repositories hold a HEAD that names no branch; very old ones a symbolic link.
  const isUnusual = branch === '.invalid' || (branch === null && lstatSync(headPath).isSymbolicLink())
  if (isUnusual) return askGitForBranches(place, env)
  return { branch, defaultBranch: readDefaultBranch(place.commonDir, branch) }
}

function readDefaultBranch(commonDir: string, branch: string | null): string | null {
  const originHead = ORIGIN_REF.exec(readTextFile(join(commonDir, ORIGIN_HEAD))?.trimEnd() ?? '')?.[1]
  if (originHead !== undefined) return originHead
  const isLoose = (ref: string): boolean => existsSync(join(commonDir, ref))
  if (CONVENTIONAL.slice(0, 1).some((name) => isLoose(`refs/heads/${name}`))) return CONVENTIONAL[0]
  const packed = listPackedRefs(commonDir)
  return chooseDefaultBranch((ref) => packed.has(ref) || isLoose(ref), branch)
}

function listPackedRefs(commonDir: string): ReadonlySet<string> {
  const lines = (readTextFile(join(commonDir, 'packed-refs')) ?? '').split('\n')
  return new Set(lines.map((line) => line.slice(line.indexOf(' ') + 1).trimEnd()))
}

function chooseDefaultBranch(exists: (ref: string) => boolean, branch: string | null): string | null {
  const existing = CONVENTIONAL.find(
    (name) => exists(`refs/heads/${name}`) || exists(`refs/remotes/origin/${name}`),
  )
  // Before the first commit no branch exists but in HEAD.
  return existing ?? CONVENTIONAL.find((name) => name === branch) ?? null
}

function askGitForBranches({ gitDir }: GitDirectory, env: Environment): Branches {
  const ask = (...args: readonly string[]) => runGit(gitDir, ['--git-dir', gitDir, ...args], env)
  const branch = /^refs\/heads\/(.+)$/.exec(ask('symbolic-ref', '--quiet', 'HEAD') ?? '')?.[1] ?? null
  const originHead = /^refs\/remotes\/origin\/(.+)$/.exec(
    ask('symbolic-ref', '--quiet', ORIGIN_HEAD) ?? '',
  )?.[1]
  if (originHead !== undefined) return { branch, defaultBranch: originHead }
  const patterns = CONVENTIONAL.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
  const refs = new Set(ask('for-each-ref', '--format=%(refname)', ...patterns)?.split(/\r?\n/))
  return { branch, defaultBranch: chooseDefaultBranch((ref) => refs.has(ref), branch) }
}
