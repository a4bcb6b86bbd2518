import { randomUUID } from 'node:crypto'
import { VarveError } from '@varve/core'
import pg from 'pg'
import { serverError, unreachable } from './server-error.ts'

export interface ConnectOptions {
  /** How long to wait for the server to answer at all. */
  readonly connectTimeoutMs?: number
  /** How long one statement may take. */
  readonly statementTimeoutMs?: number
}

/** One connection to a team's server. What it throws names the server, and never how to log in. */
export class Connection {
  readonly #client: pg.Client
  /** `host:port/database`. */
  readonly place: string
  #isBroken = false

  private constructor(client: pg.Client, place: string) {
    this.#client = client
    this.place = place
    // A connection that breaks between two statements says so by these events, and by the next statement.
    const noteBroken = () => {
      this.#isBroken = true
    }
    client.on('error', noteBroken)
    client.on('end', noteBroken)
  }

  /** Whether it is known to be gone: no statement will be answered over it. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  static async open(url: string, options: ConnectOptions = {}): Promise<Connection> {
    const { connectTimeoutMs = 10_000, statementTimeoutMs = 60_000 } = options
    const client = createClient(url, {
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs,
      application_name: 'varve',
      keepAlive: true,
    })
    const place = placeOf(client)
    const connection = new Connection(client, place)
    try {
      await client.connect()
    } catch (error) {
      throw unreachable(error, place)
    }
    return connection
  }

  /** `Row` says what the statement selects. */
  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#ask<Row>(sql, values)).rows
  }

  /**
   * Calls a function that writes, as `result`. A link that delivers a packet twice makes every later answer
   * the one to the call before; so the call gives a word along, and only an answer that holds it is believed.
   */
  async call<Result>(name: string, values: readonly unknown[]): Promise<Result> {
    const word = randomUUID()
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    const [answer] = await this.rows<{ result: Result; word: string }>(
      `select varve.${name}(${places}) as result, $${values.length + 1}::text as word`,
      [...values, word],
    )
    if (answer?.word !== word) throw unreachable(new Error('not the answer to this call'), this.place)
    return answer.result
  }

  /** Runs statements that take no values: several may stand in one text. */
  async run(sql: string): Promise<void> {
    await this.#ask(sql)
  }

  /** All of the work, or nothing of it. A statement that failed ends it, though the work went on. */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    await this.run('begin')
    try {
      const done = await work()
      const { command } = await this.#ask('commit')
      // A server that rolled back instead says so by this word alone.
      if (command !== 'COMMIT') throw unreachable(new Error('not the answer to a commit'), this.place)
      return done
    } catch (error) {
      // A connection that is gone has rolled back by itself.
      await this.run('rollback').catch(() => {})
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }

  async #ask<Row extends object>(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(sql, values === undefined ? undefined : [...values])
    } catch (error) {
      throw serverError(error, this.place)
    }
  }
}

/** A sign of an address within the password ends the host too early: then a part of it would be the port or the database. */
const IS_TORN = /^[a-z]+:\/\/[^@/?#]*[/?#][^?]*@/i

function createClient(url: string, options: pg.ClientConfig): pg.Client {
  try {
    if (IS_TORN.test(url)) throw new RangeError('the password is not encoded')
    return new pg.Client({ connectionString: url, ...options })
  } catch {
    // The reason that a parser gives quotes the address, and so its password.
    throw new VarveError('invalid_value', 'the address of the team is none of a PostgreSQL server', {
      fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team status'],
    })
  }
}

function placeOf({ host, port, database }: pg.Client): string {
  return `${host}:${port}/${database ?? ''}`
}
