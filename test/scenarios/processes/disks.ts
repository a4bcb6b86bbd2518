import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  /** Gives it more room: enough for all, unless told how much. */
  grow(kilobytes?: number): void
  unmount(): void
}

/** Whether this process may mount a disk of its own: where it may not, such tests skip, and say so. */
export function isSmallDiskPossible(): boolean {
  if (!isRoot()) return false
  const folder = mkdtempSync(join(tmpdir(), 'varve-mount-'))
  try {
    mountSmallDisk(folder, 64).unmount()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A disk of so many kilobytes in the place of a folder. */
export function mountSmallDisk(folder: string, kilobytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' })
  return {
    grow: (room = 64 * 1024) => {
      execFileSync('mount', ['-o', `remount,size=${room}k`, folder], { stdio: 'pipe' })
    },
    unmount: () => {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
    },
  }
}

/** Permissions don't hold root back, so root needs a disk that may only be read. */
export function isReadOnlyPossible(): boolean {
  return process.platform !== 'win32' && (!isRoot() || isSmallDiskPossible())
}

/** Lets nobody write to a folder and what is in it, until the returned function is called. */
export function protectFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  return isRoot() ? remountFolder(folder) : withdrawPermission(folder)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function remountFolder(folder: string): () => void {
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  const disk = mountSmallDisk(folder, 64 * 1024)
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
  execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' })
  return () => {
    disk.unmount()
    rmSync(copy, { recursive: true })
  }
}

function withdrawPermission(folder: string): () => void {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ]
  const modes = paths.map((path) => [path, statSync(path).mode] as const)
  for (const [path, mode] of modes.toReversed()) chmodSync(path, mode & ~0o222)
  return () => {
    for (const [path, mode] of modes) chmodSync(path, mode)
  }
}
