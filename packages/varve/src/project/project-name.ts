import type { Config } from '../config/config.ts'
import type { ProjectPlace } from './project-place.ts'

/** What people call the project: as configured, else by its remote, else by its folder. */
export function projectName({ key, top }: ProjectPlace, config: Config): string {
  const named = config.project.name ?? (key.startsWith('git:') ? key.slice(key.indexOf('/') + 1) : undefined)
  return named ?? top.slice(Math.max(top.lastIndexOf('/'), top.lastIndexOf('\\')) + 1)
}
