import { mkdirSync, readFileSync, renameSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLIDATION_NOTE } from '../project/consolidation-note.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import type { HostName } from './host-outputs.ts'
import { fileNameOf } from './session-notes.ts'

/** What a session started with, and the entries in it with the version that was shown. */
export interface StartText {
  readonly text: string
  readonly shown: readonly (readonly [string, string])[]
}

export interface StartRequest {
  readonly place: ProjectPlace
  /** Where the agent runs: a folder may be left out. */
  readonly cwd: string
  readonly agent: HostName
}

/**
 * The text that sessions start with, kept for as long as no file changes that it is made of: so a start
 * needs no memory opened and nothing rendered. Kept beside the store, and dropped by a purge.
 */
export class KeptStart {
  readonly #folder: string
  readonly #file: string
  readonly #database: string
  readonly #sources: readonly string[]
  readonly #stamp: string

  constructor({ place, cwd, agent }: StartRequest, program: string) {
    this.#folder = place.startsDir
    // All that the text depends on, but for the files.
    const asked = [agent, cwd, place.key, place.top, place.branch, place.isDefaultBranch]
    this.#file = join(this.#folder, `${fileNameOf(JSON.stringify(asked))}.json`)
    const { databasePath, userConfigPath, configPath, dataDir } = place
    const note = join(dataDir, CONSOLIDATION_NOTE)
    this.#database = databasePath
    this.#sources = [userConfigPath, configPath, program, note]
    this.#stamp = this.#look().stamp
  }

  find(): StartText | undefined {
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as StartText & { readonly stamp: string }
      return kept.stamp === this.#stamp ? kept : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps a text that was made since this was made, unless a file changed meanwhile or might have, unseen. */
  keep(text: StartText, now: number): void {
    const { stamp, newestMs } = this.#look()
    if (stamp !== this.#stamp || now - newestMs < SETTLED_MS) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const draft = `${this.#file}.${process.pid}`
    writeFileSync(draft, JSON.stringify({ stamp, ...text }), { mode: 0o600 })
    renameSync(draft, this.#file)
  }

  #look(): { readonly stamp: string; readonly newestMs: number } {
    const database = statOf(this.#database)
    // An empty log says as much as none: to open a store for reading makes one.
    const stats = [...this.#writes(database), ...this.#sources.map(statOf)].map((stat) =>
      stat?.size ? stat : undefined,
    )
    const stamps = stats.map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : '-'))
    return {
      stamp: [database?.ino ?? '-', ...stamps].join(', '),
      newestMs: Math.max(...stats.map((stat) => stat?.mtimeMs ?? 0)),
    }
  }

  /**
   * What tells that the memory was written: the note of its last writer. Its own files change with each
   * use that is noted, too, of which no start speaks; they count where no writer left a note.
   */
  #writes(database: Stats | undefined): readonly (Stats | undefined)[] {
    const writer = statOf(`${this.#database}-writer`)
    return writer ? [writer] : [database, statOf(`${this.#database}-wal`)]
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** File systems tell times apart by up to two seconds: what changed just now may change again within the same one. */
const SETTLED_MS = 2000
