import { VarveError } from '@varve/core'
import type { Connection } from './connection.ts'

/** Connections that many callers share, each for one piece of work at a time. */
export class ConnectionPool {
  readonly #open: () => Promise<Connection>
  readonly #most: number
  readonly #idle: Connection[] = []
  readonly #waiting: (() => void)[] = []
  #used = 0
  #isClosed = false

  constructor(most: number, open: () => Promise<Connection>) {
    this.#most = most
    this.#open = open
  }

  /** Whoever comes when all are in use waits for its turn. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    while (this.#used === this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#used += 1
    let connection: Connection | undefined
    let isSound = false
    try {
      connection = this.#takeIdle() ?? (await this.#open())
      const done = await work(connection)
      isSound = true
      return done
    } catch (error) {
      isSound = isRefusal(error)
      throw error
    } finally {
      if (connection !== undefined) {
        if (isSound && !this.#isClosed) this.#idle.push(connection)
        else void connection.close()
      }
      this.#used -= 1
      this.#waiting.shift()?.()
    }
  }

  /** What broke while nobody used it is handed to nobody. */
  #takeIdle(): Connection | undefined {
    let connection = this.#idle.pop()
    while (connection?.isBroken === true) connection = this.#idle.pop()
    return connection
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const connection of this.#idle.splice(0)) await connection.close()
  }
}

/** The server answered, in words: the connection is as good as before. */
function isRefusal(error: unknown): boolean {
  return VarveError.isInstance(error) && error.code !== 'team_unreachable' && error.code !== 'internal'
}
