import { entryId } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { firstWord, resultOf, runChild, startChild } from './child/run-child.ts'
import { errorOf, putText, temporaryStorePath } from './temporary-store.ts'

const ids = (...names: readonly string[]) => names.map(entryId)

describe('two connections', () => {
  test('a reader sees what was committed, and nothing of an open transaction', () => {
    const path = temporaryStorePath()
    const writer = openSqliteStore(path, { project: 'sample' })
    const reader = openSqliteStore(path, { project: 'sample', readOnly: true })
    putText(writer, 'before', 'first')
    writer.transact('open', (open) => {
      open.putPolicy('p', { on: true })
      expect(reader.policy('p')).toBeUndefined()
      expect(reader.entry(entryId('before'))?.content).toBe('first')
    })
    expect(reader.policy('p')).toEqual({ on: true })
    reader.close()
    writer.close()
  })

  test('both have the client id of the store, whatever the second asks for', () => {
    const path = temporaryStorePath()
    const first = openSqliteStore(path, { project: 'sample', client: '00000000000000aa' })
    const second = openSqliteStore(path, { project: 'sample', client: '00000000000000bb' })
    expect([first.client, second.client]).toEqual(['00000000000000aa', '00000000000000aa'])
    first.close()
    second.close()
  })
})

describe('a lock held by another process', () => {
  test('ends as busy after the timeout, naming the process and what it does; readers pass [RS-20]', async () => {
    const path = temporaryStorePath()
    const store = openSqliteStore(path, { project: 'sample', busyTimeoutMs: 50 })
    putText(store, 'a', 'readable')
    const holder = startChild(['hold', path, '1500'])
    const ended = resultOf(holder)
    expect(await firstWord(holder)).toBe('held')
    expect(store.entry(entryId('a'))?.content).toBe('readable')
    const error = errorOf(() => putText(store, 'b', 'refused'))
    expect(error).toMatchObject({ code: 'busy', exitCode: 1 })
    expect(String(error)).toContain(`process ${holder.pid} (varve compact)`)
    expect((await ended).exitCode).toBe(0)
    putText(store, 'b', 'taken')
    expect(store.entry(entryId('b'))?.content).toBe('taken')
    store.close()
  })

  test('is waited for where it is released in time', async () => {
    const path = temporaryStorePath()
    const store = openSqliteStore(path, { project: 'sample', busyTimeoutMs: 5000 })
    const holder = startChild(['hold', path, '300'])
    const ended = resultOf(holder)
    await firstWord(holder)
    putText(store, 'a', 'waited')
    expect(store.entryIdsByPrefix('a', 9)).toEqual(ids('a'))
    await ended
    store.close()
  })
})

test('four processes that add at once lose nothing [RS-19]', async () => {
  const path = temporaryStorePath()
  const results = await Promise.all(['p', 'q', 'r', 's'].map((name) => runChild(['add', path, name, '50'])))
  expect(results.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr])).toEqual(
    results.map(() => [0, '', '']),
  )
  const store = openSqliteStore(path, { project: 'sample' })
  expect(store.size().entries).toBe(200)
  expect(store.fileProblems()).toEqual([])
  store.close()
})

test('what was acknowledged survives a kill, and the store needs no repair [RS-11]', async () => {
  const path = temporaryStorePath()
  for (let round = 0; round < 4; round++) {
    const child = startChild(['acknowledge', path, `r${round}`])
    const ended = resultOf(child)
    await firstWord(child)
    await new Promise((resolve) => setTimeout(resolve, 7 * round))
    child.kill('SIGKILL')
    const acknowledged = (await ended).stdout.split('\n').slice(0, -1)
    const store = openSqliteStore(path, { project: 'sample' })
    const kept = new Set(store.entryIdsByPrefix(`r${round}-`, 1_000_000))
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.filter((id) => !kept.has(entryId(id)))).toEqual([])
    expect(kept.size - acknowledged.length).toBeLessThanOrEqual(1)
    expect(store.fileProblems()).toEqual([])
    store.close()
  }
})
