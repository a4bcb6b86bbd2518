import { entryId, type Store } from '@varve/core'
import { buildEntry, buildRow } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

const project = { project: 'sample' }
const ids = [entryId('a'), entryId('b')]

function read(store: Store) {
  return [...store.entries({ visibility: 'all', ids })]
}

test('entries asked for by id follow what this process writes, what another writes, and what is rolled back', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  const texts = () => read(store).map(({ content }) => content)
  putText(store, 'b', 'first')
  expect(texts()).toEqual(['first'])
  putText(store, 'b', 'second')
  putText(store, 'a', 'new')
  expect(texts()).toEqual(['new', 'second'])
  const other = openSqliteStore(path, project)
  putText(other, 'a', 'from elsewhere')
  expect(texts()).toEqual(['from elsewhere', 'second'])
  const work = () =>
    store.transact('fails', (writer) => {
      const entry = buildEntry('a', { content: 'never' })
      writer.putEntry(entry, buildRow(entry))
      expect(texts()).toEqual(['never', 'second'])
      throw new Error('no')
    })
  expect(work).toThrow('no')
  expect(texts()).toEqual(['from elsewhere', 'second'])
  for (const each of [store, other]) each.close()
})

test('how an entry stands follows what another process writes', () => {
  const path = temporaryStorePath()
  const [store, other] = [openSqliteStore(path, project), openSqliteStore(path, project)]
  putText(store, 'a', 'one')
  const view = {
    id: entryId('a'),
    confidence: 'medium',
    tags: [],
    also_in: [],
    forks: [],
    contested_by: [],
  } as const
  const put = (stands_for: number) =>
    other.transact('view', (writer) => writer.putViews([{ ...view, stands_for }]))
  for (const count of [1, 2]) {
    put(count)
    const [one] = store.views(ids)
    expect([one?.stands_for, store.view(ids[0] ?? entryId('a'))?.stands_for]).toEqual([count, count])
  }
  for (const each of [store, other]) each.close()
})

test('noting that an entry was of use makes nothing be read again', () => {
  const store = openSqliteStore(temporaryStorePath(), project)
  putText(store, 'a', 'kept')
  const [before] = read(store)
  store.noteAccesses([{ entry: entryId('a'), at: 1, session: 's', kind: 'search' }])
  expect([...store.accesses()]).toHaveLength(1)
  expect(read(store)[0]).toBe(before)
  store.close()
})

test('what another process changes is read anew, and the rest is not', () => {
  const path = temporaryStorePath()
  const [store, other] = [openSqliteStore(path, project), openSqliteStore(path, project)]
  putText(store, 'a', 'one')
  putText(store, 'b', 'two')
  read(store)
  const before = read(store)
  putText(other, 'b', 'three')
  const after = read(store)
  expect(after[0]).toBe(before[0])
  expect(after[1]?.content).toBe('three')
  for (const each of [store, other]) each.close()
})

test('within a snapshot all is as it was at its start, and afterwards as it is; nothing can be written in one', () => {
  const path = temporaryStorePath()
  const [store, other] = [openSqliteStore(path, project), openSqliteStore(path, project)]
  putText(store, 'a', 'one port')
  const look = () => [
    read(store).map(({ content }) => content),
    store.wordCounts(['port']),
    store.wordTotals().body,
  ]
  const first = look()
  store.snapshot(() => {
    expect(look()).toEqual(first)
    putText(other, 'a', 'another port')
    putText(other, 'b', 'a third port')
    expect(look()).toEqual(first)
    expect(store.snapshot(look)).toEqual(first)
    expect(() => putText(store, 'b', 'never')).toThrow('inside a snapshot')
    store.noteAccesses([{ entry: entryId('a'), at: 1, session: 's', kind: 'search' }])
  })
  expect(look()).toEqual([['another port', 'a third port'], [2], 5])
  expect(store.accesses()).toEqual([])
  for (const each of [store, other]) each.close()
})

test('whether ids begin alike follows what is added', () => {
  const store = openSqliteStore(temporaryStorePath(), project)
  putText(store, 'abc1', 'one')
  expect([...store.sharedPrefixes(['abc'])]).toEqual([])
  putText(store, 'abc2', 'two')
  expect([...store.sharedPrefixes(['abc', 'abc1'])]).toEqual(['abc'])
  expect([...store.sharedPrefixes(['abc', 'abc1'])]).toEqual(['abc'])
  store.close()
})
