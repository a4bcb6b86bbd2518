import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Issue } from '@varve/core'
import { findSharedFileSystem } from '../../files/find-shared-file-system.ts'
import type { OperationContext } from '../context.ts'

/** Missing parts of a project that has a memory, and a store where locks can't be relied on. */
export function checkPlaces({ place }: OperationContext): readonly Issue[] {
  const issues: Issue[] = []
  if (!existsSync(place.databasePath)) return issues
  const folder = dirname(place.configPath)
  if (!existsSync(folder)) {
    issues.push({
      code: 'missing_directory',
      severity: 'error',
      subjects: [basename(folder)],
      message: `${basename(folder)} is missing from the top of the project`,
      fix: ['varve doctor --fix'],
    })
  }
  if (!existsSync(place.configPath)) {
    issues.push({
      code: 'missing_config',
      severity: 'error',
      subjects: ['.varve/config.json'],
      message: '.varve/config.json is missing: moving this folder would lose its memory',
      fix: ['varve doctor --fix'],
    })
  }
  const shared = findSharedFileSystem(place.home)
  if (shared !== undefined) {
    issues.push({
      code: 'shared_file_system',
      severity: 'warning',
      subjects: [shared],
      message: `the store lies on a file system of type ${shared}, where locks can't be relied on`,
      fix: ['export VARVE_HOME=<a local folder>'],
    })
  }
  return issues
}
