import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { defaultConfig, parseConfig } from '../config/load-config.ts'
import { readConfigFile } from '../config/read-config-file.ts'
import { type DirectoryStamp, findDirectory, isRecordedDirectory } from './directory-stamp.ts'
import { realPath } from './find-git-directory.ts'
import { findRootCommit } from './find-root-commit.ts'
import { findKeyRecord, type KeyRecord } from './key-registry.ts'
import { normalizePath } from './normalize-path.ts'
import { type Repository, readRepository } from './read-repository.ts'
import { type Environment, varveHome } from './varve-home.ts'

/** A key that applies to a place, and what the registry says of it. */
export interface Claim {
  readonly kind: 'id' | 'env' | 'git' | 'root' | 'path' | 'common'
  readonly key: string
  readonly directory?: DirectoryStamp
  readonly root?: string
  readonly record: KeyRecord | undefined
  /** The record speaks of this very place, not of one that was here before. */
  readonly isCertain: boolean
}

/** All that can be known of a place before its project is chosen. */
export interface PlaceEvidence {
  readonly home: string
  readonly top: string
  readonly repository: Repository | undefined
  readonly settings: Config['project']
  /** Strongest first; `common:`, which is no key of its own, comes last. */
  readonly claims: readonly Claim[]
}

/** Looks at a directory, its repository and the registry. Writes nothing. */
export function gatherClaims(cwd: string, env: Environment): PlaceEvidence {
  const directory = realPath(cwd)
  const home = varveHome(cwd, env)
  const repository = readRepository(directory, env)
  const top = repository?.top ?? directory
  const settings = readProjectSettings(join(top, '.varve', 'config.json'))
  return { home, top, repository, settings, claims: listClaims(home, top, repository, settings, env) }
}

function readProjectSettings(file: string): Config['project'] {
  const source = readConfigFile(file, 'project')
  if (source === undefined || !Object.hasOwn(source.members, 'project')) return defaultConfig().project
  // A bad value elsewhere is no reason not to find the project.
  const members = { project: source.members.project }
  const stated = JSON.stringify([file, members])
  if (lastSettings?.stated !== stated) {
    lastSettings = { stated, settings: parseConfig([{ ...source, members }]).config.project }
  }
  return lastSettings.settings
}

// A server finds its project anew before each call, and its settings seldom change.
let lastSettings: { readonly stated: string; readonly settings: Config['project'] } | undefined

function listClaims(
  home: string,
  top: string,
  repository: Repository | undefined,
  settings: Config['project'],
  env: Environment,
): readonly Claim[] {
  const claim = (kind: Claim['kind'], key: string): Claim => {
    return { kind, key, record: kind === 'id' ? undefined : findKeyRecord(home, key), isCertain: true }
  }
  const common = repository === undefined ? [] : [directoryClaim(home, 'common', repository.commonDir)]
  const root = repository === undefined ? undefined : findRoot(repository, common[0], env)
  const path = directoryClaim(home, 'path', top)
  return [
    ...(settings.id === undefined ? [] : [claim('id', `id:${settings.id.toLowerCase()}`)]),
    ...(env.VARVE_PROJECT ? [claim('env', `env:${env.VARVE_PROJECT}`)] : []),
    ...(repository?.remote === undefined ? [] : [claim('git', `git:${repository.remote}`)]),
    ...(root === undefined ? [] : [claim('root', `root:${root}`)]),
    path,
    ...common.map((found) => (root === undefined ? found : { ...found, root })),
  ]
}

function directoryClaim(home: string, kind: 'path' | 'common', path: string): Claim {
  const key = `${kind}:${normalizePath(path, process.platform)}`
  const record = findKeyRecord(home, key)
  const seen = findDirectory(path)
  if (seen === undefined) return { kind, key, record, isCertain: false }
  return { kind, key, record, isCertain: isRecordedDirectory(seen, record?.directory), directory: seen.stamp }
}

/** Only where no remote tells more; remembered with the common directory, since it takes a git process. */
function findRoot(repository: Repository, common: Claim | undefined, env: Environment): string | undefined {
  if (repository.remote !== undefined || repository.isShallow) return undefined
  const remembered = common?.isCertain === true ? common.record?.root : undefined
  return remembered ?? findRootCommit(repository.commonDir, env)
}
