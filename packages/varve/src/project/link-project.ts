import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { ensurePrivateDirectory } from '../files/ensure-directory.ts'
import { gatherClaims } from './gather-claims.ts'
import { replaceKeyRecord } from './key-registry.ts'
import { keyRecordOf } from './locate-project.ts'
import type { Environment } from './varve-home.ts'

/**
 * Makes every key of a directory stand for one project, as a person decided. Returns the keys. An id
 * in the tracked configuration is such a decision itself, and isn't overruled.
 */
export function linkProject(cwd: string, env: Environment, projectId: string): readonly string[] {
  const { home, claims, settings } = gatherClaims(cwd, env)
  if (settings.id !== undefined && settings.id.toLowerCase() !== projectId) {
    throw new VarveError('invalid_value', `.varve/config.json says that this is project ${settings.id}`, {
      subjects: [settings.id, projectId],
      fix: [`varve doctor --link-project ${settings.id}`],
    })
  }
  ensurePrivateDirectory(join(home, 'keys'))
  const linked = claims.filter((claim) => claim.kind !== 'id')
  for (const claim of linked) replaceKeyRecord(home, keyRecordOf(claim, projectId))
  return linked.map((claim) => claim.key)
}
