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

  private constructor(client: pg.Client, place: string) {
    this.#client = client
    this.place = place
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
    // A connection that breaks between two statements says so by this event, and by the next statement.
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      throw unreachable(error, place)
    }
    return new Connection(client, place)
  }

  /** `Row` says what the statement selects. */
  async rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      const { rows } = await this.#client.query<Row>(sql, [...values])
      return rows
    } catch (error) {
      throw serverError(error, this.place)
    }
  }

  /** Runs statements that take no values: several may stand in one text. */
  async run(sql: string): Promise<void> {
    try {
      await this.#client.query(sql)
    } catch (error) {
      throw serverError(error, this.place)
    }
  }

  async transact(work: () => Promise<void>): Promise<void> {
    await this.run('begin')
    try {
      await work()
      await this.run('commit')
    } catch (error) {
      // A connection that is gone has rolled back by itself.
      await this.run('rollback').catch(() => {})
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
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
