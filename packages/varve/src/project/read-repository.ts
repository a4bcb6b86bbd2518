import { statSync } from 'node:fs'
import { join } from 'node:path'
import { by, byText } from '@varve/core'
import { readTextFile } from '../files/read-text-file.ts'
import { askGitForDirectory, findGitDirectory, type GitDirectory } from './find-git-directory.ts'
import { isRemoteShorthand, normalizeRemote } from './normalize-remote.ts'
import { type GitConfigValue, parseGitConfig } from './parse-git-config.ts'
import { type Branches, readBranches } from './read-branches.ts'
import { runGit, withoutGitVariables } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/** What identifies a repository, and what is checked out in this worktree. */
export interface Repository extends GitDirectory, Branches {
  /** `<host>/<path>` of `origin`, else of the first remote by name that is none on this machine. */
  readonly remote: string | undefined
  readonly isShallow: boolean
}

interface Remote {
  readonly name: string
  readonly url: string
}

/** The repository that a directory lies in; files are read where they are plain, else git is asked. */
export function readRepository(directory: string, env: Environment): Repository | undefined {
  const found = findGitDirectory(directory, env)
  if (found === undefined) return undefined
  const values = readConfigValues(found)
  const place = hasOwnWorktree(found, values) ? (askGitForDirectory(directory, env) ?? found) : found
  const remotes = values === undefined ? askGitForRemotes(place, env) : listRemotes(values)
  return {
    ...place,
    ...readBranches(place, env),
    remote: chooseRemote(remotes, place, env),
    isShallow: (statSync(join(place.commonDir, 'shallow'), { throwIfNoEntry: false })?.size ?? 0) > 0,
  }
}

/** Undefined where only git can read the files. */
function readConfigValues({ gitDir, commonDir }: GitDirectory): readonly GitConfigValue[] | undefined {
  const shared = parseGitConfig(readTextFile(join(commonDir, 'config')) ?? '')
  const hasWorktreeConfig = shared?.some(({ section, key, value }) => {
    return section === 'extensions' && key === 'worktreeconfig' && /^(?:true|yes|on|1)$/i.test(value)
  })
  if (shared === undefined || hasWorktreeConfig !== true) return shared
  const own = parseGitConfig(readTextFile(join(gitDir, 'config.worktree')) ?? '')
  return own === undefined ? undefined : [...shared, ...own]
}

/** `core.worktree` puts the top elsewhere, but for submodules, where it says what `.git` says. */
function hasOwnWorktree(place: GitDirectory, values: readonly GitConfigValue[] | undefined): boolean {
  if (join(place.top, '.git') !== place.gitDir) return false
  return values === undefined || values.some(({ section, key }) => section === 'core' && key === 'worktree')
}

function listRemotes(values: readonly GitConfigValue[]): readonly Remote[] {
  return values.flatMap(({ section, subsection, key, value }) => {
    return section === 'remote' && key === 'url' && subsection !== undefined
      ? [{ name: subsection, url: value }]
      : []
  })
}

function askGitForRemotes({ gitDir }: GitDirectory, env: Environment): readonly Remote[] {
  const args = ['--git-dir', gitDir, 'config', '--null', '--get-regexp', '^remote\\..*\\.url$']
  const answer = runGit(gitDir, args, withoutGitVariables(env)) ?? ''
  return answer.split('\0').flatMap((item) => {
    const end = item.indexOf('\n')
    return end < 0
      ? []
      : [{ name: item.slice('remote.'.length, end - '.url'.length), url: item.slice(end + 1) }]
  })
}

function chooseRemote(remotes: readonly Remote[], place: GitDirectory, env: Environment): string | undefined {
  const byName = remotes.toSorted(by((remote) => remote.name, byText))
  const origin = byName.filter((remote) => remote.name === 'origin')
  for (const { url } of [...origin, ...byName]) {
    const normalized = normalizeRemote(isRemoteShorthand(url) ? rewrittenUrl(url, place, env) : url)
    if (normalized !== undefined) return normalized
  }
  return undefined
}

/** What git makes of a shorthand; the shorthand itself where no rule rewrites it. */
function rewrittenUrl(url: string, { gitDir }: GitDirectory, env: Environment): string {
  return runGit(gitDir, ['--git-dir', gitDir, 'ls-remote', '--get-url', url], withoutGitVariables(env)) ?? url
}
