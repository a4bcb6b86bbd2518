import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTeamDatabase, type TeamDatabase } from '../../../test/team/server/team-database.ts'
import { Connection } from '../src/connection.ts'
import { ConnectionPool } from '../src/connection-pool.ts'

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase(['alice'])
})

const PID = 'select pg_backend_pid() as pid'

test('a connection that broke while nobody used it is handed to nobody', async () => {
  const opened: Connection[] = []
  const pool = new ConnectionPool(3, async () => {
    const connection = await Connection.open(database.urlOf('alice'))
    opened.push(connection)
    return connection
  })
  onTestFinished(() => pool.close())
  const pids = await Promise.all(
    [1, 2].map(() => pool.use(async (connection) => (await connection.rows<{ pid: number }>(PID))[0]?.pid)),
  )
  expect(opened).toHaveLength(2)
  for (const pid of pids) await database.admin.rows('select pg_terminate_backend($1)', [pid])
  while (!opened.every(({ isBroken }) => isBroken)) await setImmediate()
  expect(await pool.use((connection) => connection.rows('select 1 as one'))).toEqual([{ one: 1 }])
  expect(opened).toHaveLength(3)
})

test('a value that no column takes is refused in words, and its connection goes on', async () => {
  let opened = 0
  const pool = new ConnectionPool(1, () => {
    opened += 1
    return Connection.open(database.urlOf('alice'))
  })
  onTestFinished(() => pool.close())
  for (const sql of [`select 'soon'::timestamptz`, 'select 3000000000::int', `select '"\\u0000"'::jsonb`]) {
    await expect(pool.use((connection) => connection.rows(sql))).rejects.toMatchObject({
      code: 'invalid_value',
    })
  }
  expect(opened).toBe(1)
})
