import { writeFileSync } from 'node:fs'
import { sha256, uuidV5, VarveError } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { linkProject } from '../../src/project/link-project.ts'
import { registerProject } from '../../src/project/register-project.ts'
import { listTree } from '../files/list-tree.ts'
import { machine } from './git-fixture.ts'

const REMOTE = 'git@github.com:Acme/App.git'

describe('registerProject', () => {
  test('twice leaves the same tree [LS-01]', () => {
    const { repository, register, root } = machine()
    const top = repository('app', { remote: REMOTE })
    register(top)
    const before = listTree(root)
    expect(register(top).unregistered).toEqual([])
    expect(listTree(root)).toEqual(before)
  })

  test('a plan made before another process wrote does not overwrite what that one decided', () => {
    const { repository, locate, register } = machine()
    const top = repository('app', { remote: REMOTE })
    const early = locate(top)
    const other = register(top, { VARVE_PROJECT: 'other' })
    registerProject(early)
    expect(locate(top).projectId).toBe(other.projectId)
  })

  test('a record that cannot be read is written again', () => {
    const { repository, register, locate, at } = machine()
    const top = repository('app', { remote: REMOTE })
    const place = register(top)
    for (const text of ['', '{"key"', 'null', '{"key":"git:other/app","project_id":"x"}']) {
      writeFileSync(at('varve-home', 'keys', `${sha256(place.key)}.json`), text)
      expect(register(top).projectId).toBe(place.projectId)
      expect(locate(top).unregistered).toEqual([])
    }
  })
})

describe('a key that matches two projects', () => {
  function twoProjects() {
    const all = machine()
    const mine = all.repository('mine')
    const first = all.register(mine)
    const second = all.register(all.repository('theirs', { remote: REMOTE }))
    all.git(mine, 'remote', 'add', 'origin', REMOTE)
    return { ...all, mine, ids: [first.projectId, second.projectId].sort() }
  }

  test('it is never guessed: exit 3 with the commands that decide it [SL-66]', () => {
    const { mine, ids, locate } = twoProjects()
    let error: unknown
    try {
      locate(mine)
    } catch (thrown) {
      error = thrown
    }
    if (!VarveError.isInstance(error)) throw error
    expect([error.code, error.exitCode]).toEqual(['project_ambiguous', 3])
    expect(error.subjects).toEqual(ids)
    expect(error.fix).toEqual(ids.map((id) => `varve doctor --link-project ${id}`))
  })

  test('a person decides it, either way [SL-66]', () => {
    for (const choice of [0, 1]) {
      const { mine, ids, env, locate } = twoProjects()
      const id = ids[choice] ?? ''
      expect(linkProject(mine, env, id)).toContain('git:github.com/acme/app')
      expect(locate(mine)).toMatchObject({ projectId: id, unregistered: [] })
    }
  })

  test('the tracked id and VARVE_PROJECT are decisions too', () => {
    const { mine, ids, locate, configure, env } = twoProjects()
    expect(locate(mine, { VARVE_PROJECT: 'mine' }).projectId).toBe(uuidV5('env:mine'))
    configure(mine, JSON.stringify({ project: { id: ids[1] } }))
    expect(locate(mine).projectId).toBe(ids[1])
    expect(() => linkProject(mine, env, ids[0] ?? '')).toThrow(/says that this is project/)
  })
})
