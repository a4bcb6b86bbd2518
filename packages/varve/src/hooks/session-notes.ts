import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@varve/core'

/** What one session was shown: kept beside the store, which a hook only reads. */
export class SessionNotes {
  readonly #folder: string
  readonly #file: string
  /** Entry → the version that was shown. */
  readonly shown: Map<string, string>

  constructor(dataDir: string, session: string) {
    this.#folder = join(dataDir, 'hooks')
    this.#file = join(this.#folder, `${fileNameOf(session)}.json`)
    this.shown = new Map(readPairs(this.#file))
  }

  /** What was shown is gone from the window. */
  clear(): void {
    this.shown.clear()
    rmSync(this.#file, { force: true })
  }

  save(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const draft = `${this.#file}.${process.pid}`
    writeFileSync(draft, JSON.stringify([...this.shown]), { mode: 0o600 })
    renameSync(draft, this.#file)
  }
}

/** Once in so long: the same event that fires again, by two installations, is handled once. */
export function isFirstFiring(dataDir: string, event: string, now: number): boolean {
  const folder = join(dataDir, 'hooks')
  const file = join(folder, `${fileNameOf(event)}.once`)
  const last = Number(readText(file) ?? 0)
  if (now - last < DOUBLE_MS && now >= last) return false
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, String(now), { mode: 0o600 })
  return true
}

const DOUBLE_MS = 10_000

/** By our own SHA-256: loading Node's costs more than all else that a hook does. */
export function fileNameOf(text: string): string {
  return sha256(text).slice(0, 24)
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readPairs(file: string): readonly (readonly [string, string])[] {
  try {
    const pairs: unknown = JSON.parse(readText(file) ?? '[]')
    return Array.isArray(pairs) ? pairs.filter((pair) => Array.isArray(pair) && pair.length === 2) : []
  } catch {
    return []
  }
}
