import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { byText, type Instant } from '@varve/core'
import { makeDirectory } from './make-directory.ts'
import { isMissing, readFailure, systemErrorCode } from './system-error.ts'

const NAME = /^\.varve-tmp-[0-9a-f]{16}$/
const STRAY_AFTER_MS = 24 * 60 * 60 * 1000
const PERMISSIONS = 0o7777

/** Writes and flushes the bytes under a fresh name in the directory, which is made where absent. */
export function writeTemporaryFile(directory: string, bytes: Uint8Array, mode: number | undefined): string {
  return fillTemporaryFile(directory, mode, (descriptor) => {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  })
}

/** Makes a file under a fresh name in the directory, for `fill` to write; where that fails, it goes. */
export function fillTemporaryFile(
  directory: string,
  mode: number | undefined,
  fill: (descriptor: number) => void,
): string {
  const path = join(directory, temporaryName())
  const descriptor = openFresh(path, mode ?? 0o666)
  if (descriptor === undefined) return fillTemporaryFile(directory, mode, fill)
  try {
    try {
      // `open` takes the umask off the mode.
      if (mode !== undefined && (fstatSync(descriptor).mode & PERMISSIONS) !== mode)
        fchmodSync(descriptor, mode)
      fill(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    removeTemporaryFile(path)
    throw error
  }
  return path
}

/** Removes a temporary file of ours; that it is gone already is no problem. */
export function removeTemporaryFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Left for removeStrayTemporaryFiles: the failure that brought us here is the one to tell.
  }
}

/** Removes what killed writers left in the directory more than a day before `now`; returns the paths, sorted. */
export function removeStrayTemporaryFiles(directory: string, now: Instant): readonly string[] {
  const removed: string[] = []
  for (const name of listNames(directory)) {
    const path = join(directory, name)
    if (!NAME.test(name)) continue
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined || now - modified < STRAY_AFTER_MS) continue
    removeTemporaryFile(path)
    removed.push(path)
  }
  return removed.sort(byText)
}

// Short and independent of the target's name, which may be as long as the file system allows.
function temporaryName(): string {
  return `.varve-tmp-${randomHex()}${randomHex()}`
}

function randomHex(): string {
  return Math.floor(Math.random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0')
}

/** Undefined where the name is taken. */
function openFresh(path: string, mode: number): number | undefined {
  try {
    return openSync(path, 'wx', mode)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return undefined
    if (systemErrorCode(error) !== 'ENOENT') throw error
    makeDirectory(dirname(path))
    return openSync(path, 'wx', mode)
  }
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw readFailure(error, directory)
  }
}
