import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'varve-tests-'
const BYTES_NEEDED = 4 * 2 ** 30

/**
 * A folder for the stores that tests throw away, in memory where there is enough of it: a test waits
 * for each commit to lie on a disk, and what it proves of a killed process holds of either. Undefined
 * where there isn't enough, or where `TMPDIR` already says which folder to take. Gone when this
 * process ends; what a killed run left goes with the next.
 */
export function scratchFolder(): string | undefined {
  if (process.env.TMPDIR !== undefined || bytesFree(MEMORY) < BYTES_NEEDED) return undefined
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(MEMORY, name))
  }
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // As the usual place is: some tests run commands as another account.
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(folder))
  return folder
}

function bytesFree(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What another user's run left can't be removed, and need not be. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}
