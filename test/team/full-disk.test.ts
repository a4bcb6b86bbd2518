import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contents, errorOf, everything, shown } from '../scenarios/memory-of.ts'
import { isSmallDiskPossible, mountSmallDisk } from '../scenarios/processes/disks.ts'
import { add } from '../scenarios/statements.ts'
import { createTeamDatabase, type TeamDatabase } from './server/team-database.ts'
import { syncAll, teamOf } from './team-of.ts'

const LARGE = 'lorem ipsum dolor sit amet '.repeat(900)

// A server that somebody named keeps its files where this machine can't mount anything.
const isPossible = isSmallDiskPossible() && process.env.VARVE_TEST_POSTGRES_URL === undefined

describe.skipIf(!isPossible)('a server whose disk is full', () => {
  let database: TeamDatabase

  beforeAll(async () => {
    database = await createTeamDatabase(['alice', 'bob'])
  })

  test('says so, keeps what it took, and takes the rest once there is space', async () => {
    const [alice, bob] = teamOf(database, 'alice', 'bob')
    if (alice === undefined || bob === undefined) throw new Error('no machines')
    const folder = mkdtempSync(join(tmpdir(), 'varve-disk-'))
    const disk = mountSmallDisk(folder, 1024)
    try {
      const [{ data = '' } = {}] = await database.admin.rows<{ data: string }>(
        `select setting as data from pg_settings where name = 'data_directory'`,
      )
      const { uid, gid } = statSync(data)
      chownSync(folder, uid, gid)
      await database.admin.run(`create tablespace small location '${folder}'`)
      await database.admin.run('alter table varve.journal set tablespace small')
      add(alice, 'Known before')
      syncAll(alice, bob)
      const head = () => alice.askJson<{ head: number }>(['team', 'status']).head
      // Text that doesn't shrink: a letter of its own in each place.
      for (let n = 0; n < 60; n += 1) add(alice, `${n}. ${scrambled(n)} ${LARGE}`)
      const failed = alice.ask(['knowledge', 'push', '--json'])
      expect(failed).toMatchObject({ status: 1, stdout: '' })
      expect(errorOf(failed.stderr)).toMatchObject({ type: 'disk_full', message: /no space left/ })
      expect(head()).toBe(1)
      expect(everything(alice)).toHaveLength(61)
      expect(bob.askJson(['knowledge', 'pull'])).toMatchObject({ applied: 0, issues: [] })

      disk.grow()
      expect(alice.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 60, head: 61 })
      bob.askJson(['knowledge', 'pull'])
      expect(contents(shown(bob))).toEqual(contents(shown(alice)))
    } finally {
      await database.admin.run('alter table varve.journal set tablespace pg_default')
      await database.admin.run('drop tablespace small')
      disk.unmount()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

function scrambled(seed: number): string {
  let state = seed + 1
  return Array.from({ length: 12_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (state % 26))
  }).join('')
}
