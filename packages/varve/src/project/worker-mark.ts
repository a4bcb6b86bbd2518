import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A worker says so anew by the lease that it holds; a mark that is older says nothing any more. */
const TRUSTED_MS = 60_000

/** That a process takes in what hooks of a project left: while it lives, no hook starts another. */
export class WorkerMark {
  readonly #file: string

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'hooks', 'worker')
  }

  /**
   * Of several that ask at once one gets it, and is to start the worker. Where an old mark is in the way two may
   * get it: the lease then lets one of them work.
   */
  take(now: number): boolean {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    if (this.#make()) return true
    if (this.#isOfLiving(now)) return false
    this.drop()
    return this.#make()
  }

  /** Says which process it is. */
  name(worker: number): void {
    writeFileSync(this.#file, String(worker), { mode: 0o600 })
  }

  drop(): void {
    rmSync(this.#file, { force: true })
  }

  #make(): boolean {
    try {
      writeFileSync(this.#file, '', { flag: 'wx', mode: 0o600 })
      return true
    } catch {
      return false
    }
  }

  #isOfLiving(now: number): boolean {
    const made = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs
    if (made === undefined || now - made > TRUSTED_MS) return false
    try {
      const worker = Number(readFileSync(this.#file, 'utf8'))
      // Nobody's yet: it is being started.
      if (worker > 0) process.kill(worker, 0)
      return true
    } catch {
      return false
    }
  }
}
