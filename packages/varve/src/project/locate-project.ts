import { join } from 'node:path'
import { chooseProject } from './choose-project.ts'
import { type Claim, gatherClaims, type PlaceEvidence } from './gather-claims.ts'
import type { KeyRecord } from './key-registry.ts'
import type { ProjectPlace } from './project-place.ts'
import type { Environment } from './varve-home.ts'

/**
 * Finds the project of a directory and all its places. Writes nothing; throws `project_ambiguous` where
 * the keys are of two projects, `config_invalid` where the tracked configuration can't be read.
 */
export function locateProject(cwd: string, env: Environment): ProjectPlace {
  const evidence = gatherClaims(cwd, env)
  const { home, top, claims } = evidence
  const projectId = chooseProject(claims, top)
  const aliases = claims.filter((claim) => claim.kind !== 'common').map((claim) => claim.key)
  const dataDir = join(home, 'projects', projectId)
  const worktreeDir = join(top, '.varve')
  return {
    projectId,
    key: aliases[0] ?? '',
    aliases,
    top,
    commonDir: evidence.repository?.commonDir ?? null,
    ...branchesOf(evidence),
    home,
    dataDir,
    databasePath: join(dataDir, 'varve.db'),
    startsDir: join(dataDir, 'starts'),
    userConfigPath: join(home, 'config.json'),
    configPath: join(worktreeDir, 'config.json'),
    cacheDir: join(worktreeDir, 'cache'),
    journalDir: join(worktreeDir, 'journal'),
    outboxDir: join(worktreeDir, 'outbox'),
    unregistered: claims.flatMap((claim) => missingRecord(claim, projectId)),
  }
}

/** A claim as the registry keeps it. */
export function keyRecordOf({ key, directory, root }: Claim, projectId: string): KeyRecord {
  return {
    key,
    project_id: projectId,
    ...(directory === undefined ? {} : { directory }),
    ...(root === undefined ? {} : { root }),
  }
}

function branchesOf({ repository, settings }: PlaceEvidence) {
  const branch = repository?.branch ?? null
  const defaultBranch = repository === undefined ? null : (settings.defaultBranch ?? repository.defaultBranch)
  const isDefaultBranch = repository === undefined || (branch !== null && branch === defaultBranch)
  return { branch, defaultBranch, isDefaultBranch }
}

function missingRecord(claim: Claim, projectId: string): readonly KeyRecord[] {
  // The id says itself which project it stands for.
  if (claim.kind === 'id') return []
  const { record } = claim
  const isKnown = record !== undefined && claim.isCertain
  const lacksRoot = record?.project_id === projectId && claim.root !== undefined && record.root !== claim.root
  return isKnown && !lacksRoot ? [] : [keyRecordOf(claim, projectId)]
}
