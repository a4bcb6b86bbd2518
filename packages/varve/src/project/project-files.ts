import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { byNumber, isSecretFileName, once, type PathFate, type ProjectFiles } from '@varve/core'
import { joinPath } from '@varve/core/stale'

const MOST_BYTES = 256 * 1024
/** What an entry names is a path, and never a pattern. */
const LITERALLY = '--literal-pathspecs'
const COMMIT = /^[0-9a-f]{7,64}$/

/** Runs git in the project's top folder; undefined where it fails or there is none. */
export type AskGit = (args: readonly string[]) => string | undefined

/** The files of the project at `top`, each looked at once. */
export function openProjectFiles(top: string, git: AskGit): ProjectFiles {
  const root = realpathSync(top)
  const tracked = once(() => git(['ls-files', '-z'])?.split('\0').filter(Boolean))
  const names = once(() => namesOf(tracked() ?? []))
  const real = cached((path: string) => realPathIn(root, path))
  const isIgnored = (path: string): boolean =>
    tracked()?.includes(path) !== true && git(['check-ignore', '-q', '--', path]) !== undefined
  const bytesOf = cached((path: string) => {
    const place = real(path)
    if (place === undefined || isSecretFileName(basename(place)) || isSecretFileName(basename(path)))
      return undefined
    return isIgnored(path) ? undefined : readSmallFile(place)
  })
  return {
    kindOf: (path) => kindOf(real(path)),
    textOf: (path) => textOf(bytesOf(path)),
    hashOf(path) {
      const bytes = bytesOf(path)
      if (bytes === undefined) return undefined
      return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
    },
    fateOf: cached((path: string) => (real(path) === undefined ? fateOf(path, git) : undefined)),
    textAt: (path, commit) =>
      COMMIT.test(commit) ? git(['show', '--end-of-options', `${commit}:./${path}`]) : undefined,
    hadText: (path, text) =>
      (git([LITERALLY, 'log', '-1', '--format=%H', `-S${text}`, '--', path]) ?? '') !== '',
    named: (base) =>
      names().get(base) ?? (tracked() === undefined && kindOf(real(base)) === 'file' ? [base] : []),
  }
}

/** Where a path really lies; undefined where there is nothing, or a link leads out of the project. */
function realPathIn(root: string, path: string): string | undefined {
  const inside = joinPath('', path)
  if (inside === undefined) return undefined
  try {
    const place = realpathSync(join(root, inside))
    return place === root || place.startsWith(root + sep) ? place : undefined
  } catch {
    return undefined
  }
}

function kindOf(place: string | undefined): 'file' | 'folder' | undefined {
  if (place === undefined) return undefined
  const stats = statSync(place, { throwIfNoEntry: false })
  return stats?.isDirectory() ? 'folder' : stats?.isFile() ? 'file' : undefined
}

function readSmallFile(place: string): Buffer | undefined {
  try {
    const stats = statSync(place)
    return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(place) : undefined
  } catch {
    return undefined
  }
}

function textOf(bytes: Buffer | undefined): string | undefined {
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('utf8')
}

/** The commit that took a path away last, and where it moved it. */
function fateOf(path: string, git: AskGit): PathFate | undefined {
  const commit = git([LITERALLY, 'log', '-1', '--format=%H', '--no-renames', '--diff-filter=D', '--', path])
  if (commit === undefined || commit === '') return undefined
  const moves = git([
    'show',
    '-M',
    '-z',
    '--relative',
    '--format=',
    '--name-status',
    '--diff-filter=R',
    commit,
  ])
  const movedTo = moves === undefined ? undefined : placeAfter(path, moves.split('\0'))
  return movedTo === undefined ? { commit } : { commit, movedTo }
}

/** Of `R100, from, to, R097, …`: where a file lies since, or the folder that its files went to. */
function placeAfter(path: string, fields: readonly string[]): string | undefined {
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [from = '', to = ''] = [fields[at + 1], fields[at + 2]]
    if (from === path) return to
    const within = from.startsWith(`${path}/`) ? from.slice(path.length) : undefined
    if (within !== undefined && to.endsWith(within)) return to.slice(0, -within.length)
  }
  return undefined
}

/** Paths by base name, the nearest to the top first. */
function namesOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const path of paths) {
    const base = path.slice(path.lastIndexOf('/') + 1)
    const known = names.get(base)
    if (known === undefined) names.set(base, [path])
    else known.push(path)
  }
  for (const named of names.values()) named.sort((a, b) => byNumber(depthOf(a), depthOf(b)))
  return names
}

function depthOf(path: string): number {
  return path.split('/').length
}

function cached<T>(find: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    const found = known.has(path) ? known.get(path) : find(path)
    known.set(path, found as T)
    return found as T
  }
}
