import { join } from 'node:path'
import { ensurePrivateDirectory } from '../files/ensure-directory.ts'
import { addKeyRecord } from './key-registry.ts'
import type { ProjectPlace } from './project-place.ts'

/** Makes the project's directory and remembers its keys: the first step of the first write. */
export function registerProject(place: ProjectPlace): void {
  ensurePrivateDirectory(place.dataDir)
  ensurePrivateDirectory(join(place.home, 'keys'))
  for (const record of place.unregistered) addKeyRecord(place.home, record)
}
