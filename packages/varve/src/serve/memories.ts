import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasOutbox } from '../outbox/read-outbox.ts'
import { locateProject } from '../project/locate-project.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import type { Environment } from '../project/varve-home.ts'
import type { OpenedMemory, ServerHost } from './server-host.ts'

interface Held extends OpenedMemory {
  readonly stamp: string
}

/**
 * The memories that a server holds open, one a folder. Looked at anew before each call: another branch,
 * an edited configuration or another file of the store makes another memory, as it would for a command.
 */
export class Memories {
  readonly #host: ServerHost
  /** Of all that is said over this connection. */
  readonly #session: string
  readonly #held = new Map<string, Held>()

  constructor(host: ServerHost) {
    this.#host = host
    this.#session = host.env.VARVE_SESSION_ID || `connection-${randomUUID()}`
  }

  /** Throws what a command would where the project can't be told. */
  at(folder: string): OpenedMemory {
    const stamp = stampOf(folder, this.#host.env)
    const held = this.#held.get(folder)
    if (held?.stamp === stamp) return held
    held?.close()
    this.#held.delete(folder)
    const opened = { ...this.#host.open(folder, this.#session), stamp }
    this.#held.set(folder, opened)
    return opened
  }

  close(): void {
    for (const memory of this.#held.values()) memory.close()
    this.#held.clear()
  }
}

/** Changes with all that an open memory was made from. */
function stampOf(folder: string, env: Environment): string {
  const { unregistered: _, ...place } = locateProject(folder, env)
  return JSON.stringify([
    place,
    fileStamp(place.configPath),
    fileStamp(place.userConfigPath),
    statSync(place.databasePath, { throwIfNoEntry: false })?.ino ?? null,
    // What a sandboxed writer left is taken in when a memory is opened.
    hasOutbox(place.outboxDir),
    ...copyStamp(place),
  ])
}

/** Where the store may only be read, what is open may be a copy of it: then all that would make another one. */
function copyStamp({
  databasePath,
  outboxDir,
}: Pick<ProjectPlace, 'databasePath' | 'outboxDir'>): readonly (string | null)[] {
  if (!existsSync(databasePath) || isWritable(databasePath)) return []
  return [databasePath, `${databasePath}-wal`, outboxDir].map(fileStamp)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function fileStamp(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}
