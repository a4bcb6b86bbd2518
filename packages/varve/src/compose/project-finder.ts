import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { locateProject } from '../project/locate-project.ts'
import type { Environment } from '../project/varve-home.ts'

/**
 * Asks once a folder: a history has thousands of sessions and few folders. One that is gone was of the
 * project that what is left of its path lies in.
 */
export function projectFinder(env: Environment): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (folder) => {
    if (!known.has(folder))
      known.set(folder, isAbsolute(folder) ? projectOf(standing(folder), env) : undefined)
    return known.get(folder)
  }
}

function standing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : standing(dirname(folder))
}

function projectOf(folder: string, env: Environment): string | undefined {
  try {
    return locateProject(folder, env).projectId
  } catch {
    return undefined
  }
}
