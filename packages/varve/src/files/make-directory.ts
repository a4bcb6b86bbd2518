import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode } from './system-error.ts'

/** Makes a directory and those above it; one that is there stays as it is. Fails with the system's own code. */
export function makeDirectory(path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    // What Node answers on a file system that may only be read; one level at a time names the reason.
    makeLevels(path, mode)
  }
}

function makeLevels(path: string, mode: number | undefined): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeLevels(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}
