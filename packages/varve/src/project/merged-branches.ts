import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { ProjectPlace } from './project-place.ts'
import { runGit } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/** What was seen of a branch: kept, because a branch is often gone when it is asked for. */
interface SeenBranch {
  readonly tip: string
  /** It had commits that the default branch lacked. */
  readonly ahead: boolean
}

interface Seen {
  /** When the refs were last written: as long as that holds, nothing can have been merged. */
  readonly stamp: string
  readonly branches: Readonly<Record<string, SeenBranch>>
}

/**
 * Those of the branches whose commits are all in the default branch now. One that never had a commit of
 * its own is not merged: there was nothing to merge.
 */
export function listMergedBranches(
  place: ProjectPlace,
  env: Environment,
  branches: readonly string[],
): readonly string[] {
  const { commonDir, defaultBranch, dataDir } = place
  if (commonDir === null || defaultBranch === null || branches.length === 0) return []
  const file = join(dataDir, 'branches.json')
  const stamp = stampOf(commonDir, [defaultBranch, ...branches])
  const seen = readSeen(file)
  if (seen?.stamp === stamp) return []
  const tips = readTips(place, env, [defaultBranch, ...branches])
  const targets = [`refs/heads/${defaultBranch}`, `refs/remotes/origin/${defaultBranch}`].flatMap(
    (ref) => tips.get(ref) ?? [],
  )
  const isIn = (tip: string) =>
    targets.some(
      (target) => runGit(place.top, ['merge-base', '--is-ancestor', tip, target], env) !== undefined,
    )
  const now: Record<string, SeenBranch> = {}
  const merged: string[] = []
  for (const branch of branches) {
    const before = seen?.branches[branch]
    const tip = tips.get(`refs/heads/${branch}`) ?? tips.get(`refs/remotes/origin/${branch}`) ?? before?.tip
    if (tip === undefined) continue
    const ahead = !isIn(tip)
    const hadCommits = before !== undefined && (before.ahead || before.tip !== tip)
    if (!ahead && hadCommits) merged.push(branch)
    now[branch] = { tip, ahead: ahead || hadCommits }
  }
  keepSeen(file, { stamp, branches: now })
  return merged
}

function stampOf(commonDir: string, branches: readonly string[]): string {
  const refs = branches.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
  return [...refs, 'packed-refs', 'reftable/tables.list']
    .map((path) => statSync(join(commonDir, path), { throwIfNoEntry: false })?.mtimeMs ?? '-')
    .join(' ')
}

function readTips(
  { top }: ProjectPlace,
  env: Environment,
  branches: readonly string[],
): ReadonlyMap<string, string> {
  const refs = branches.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
  const listed = runGit(top, ['for-each-ref', '--format=%(refname) %(objectname)', ...refs], env) ?? ''
  return new Map(
    listed.split(/\r?\n/).map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), line.slice(end + 1)]
    }),
  )
}

function readSeen(file: string): Seen | undefined {
  try {
    // Written by `keepSeen` alone; what can't be read is made anew.
    return JSON.parse(readTextFile(file) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function keepSeen(file: string, seen: Seen): void {
  try {
    writeFileAtomically(file, JSON.stringify(seen), { mode: 0o600 })
  } catch {
    // Where nothing can be kept, the next command looks again.
  }
}
