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
  /** How many calls are at work on each. */
  readonly #borrowed = new Map<OpenedMemory, number>()
  /** Those of them that nobody else is given any more. */
  readonly #left = new Set<OpenedMemory>()

  constructor(host: ServerHost) {
    this.#host = host
    this.#session = host.env.VARVE_SESSION_ID || `connection-${crypto.randomUUID()}`
  }

  /** Throws what a command would where the project can't be told. */
  at(folder: string): OpenedMemory {
    const stamp = stampOf(folder, this.#host.env)
    const held = this.#held.get(folder)
    if (held?.stamp === stamp) return held
    if (held !== undefined) this.#leave(held)
    this.#held.delete(folder)
    const opened = { ...this.#host.open(folder, this.#session), stamp }
    this.#held.set(folder, opened)
    return opened
  }

  /** The same, for a call that may stand aside while others ask: it stays open until it is given back. */
  borrow(folder: string): OpenedMemory {
    const memory = this.at(folder)
    this.#borrowed.set(memory, (this.#borrowed.get(memory) ?? 0) + 1)
    return memory
  }

  giveBack(memory: OpenedMemory): void {
    const others = (this.#borrowed.get(memory) ?? 1) - 1
    if (others > 0) {
      this.#borrowed.set(memory, others)
      return
    }
    this.#borrowed.delete(memory)
    if (this.#left.delete(memory)) memory.close()
  }

  /** Nobody else is given it any more. */
  #leave(memory: OpenedMemory): void {
    if (this.#borrowed.has(memory)) this.#left.add(memory)
    else memory.close()
  }

  close(): void {
    for (const memory of [...this.#held.values(), ...this.#left]) memory.close()
    this.#held.clear()
    this.#left.clear()
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
