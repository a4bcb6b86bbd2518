import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

// What every test together may have at once, many times over: containers often have 64 MiB.
const NEEDED_BYTES = 2 * 2 ** 30

/**
 * Throw-away stores lie in memory where Linux has a file system for that: thousands of them wait for a
 * disk otherwise. A `TMPDIR` of the user's own stands.
 */
export default function useMemoryFolder(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom('/dev/shm')) return undefined
  const folder = mkdtempSync('/dev/shm/varve-tests-')
  // Tests that run as another account must be able to look into it.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
