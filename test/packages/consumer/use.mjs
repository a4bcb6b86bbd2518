// A stranger's program over the installed packages: every front door opens, and the library works.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { est1 } from '@varve/core'
import { createFidelity } from '@varve/core/fidelity'
import { anchorsOf } from '@varve/core/guard'
import * as sessions from '@varve/core/sessions'
import * as sync from '@varve/core/sync'
import * as testing from '@varve/core/testing'
import * as models from '@varve/models'
import * as postgres from '@varve/store-postgres'
import * as sqlite from '@varve/store-sqlite'
import { isVarveFailure, openVarve } from 'varve'

for (const door of [sessions, sync, testing, models, postgres, sqlite]) assert(Object.keys(door).length > 0)
assert.equal(anchorsOf('The API listens on port 8080.').length, 1)
assert(est1.count('Deploys go out on Tuesdays.') > 3)
assert.equal(typeof createFidelity({ sessionId: 'a', budget: 200_000 }).prepare, 'function')

const folder = mkdtempSync(join(tmpdir(), 'varve-consumer-'))
const varve = openVarve({ cwd: folder, env: { VARVE_HOME: join(folder, 'home') } })
const { id } = await varve.run('add', { text: 'The API listens on port 8080.' })
const { items } = await varve.run('search', { text: ['port'] })
assert.equal(items[0].id, id)
await varve.run('undo')
assert.equal((await varve.run('list')).count, 0)
await assert.rejects(varve.run('show', { id: 'none' }), isVarveFailure)
await varve.close()
rmSync(folder, { recursive: true })
