import { entryId, everyWord } from '@varve/core'
import { buildEntry, buildRow } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { openSqliteReader, openSqliteStore } from '../src/index.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

const project = { project: 'sample' }

/** More than are weighed, all of them later than what `first` puts. */
function multitude(
  text: string,
  first: Readonly<Record<string, string | { title: string; content: string }>>,
) {
  const store = openSqliteStore(temporaryStorePath(), project)
  store.transact('fill', (writer) => {
    const put = (id: string, fields: { title?: string; content: string }) => {
      const entry = buildEntry(id, fields)
      writer.putEntry(entry, buildRow(entry))
    }
    for (const [id, given] of Object.entries(first)) {
      put(id, typeof given === 'string' ? { content: given } : given)
    }
    for (let index = 0; index < 1500; index++) put(`later-${index}`, { content: `${text} ${index}` })
  })
  return store
}

test('of a word that very many entries have, what is titled with it is found, however old', () => {
  const store = multitude('the port of a server', { old: { title: 'Port', content: 'It is 3001.' } })
  expect(store.match(everyWord('port'), 100)[0]).toBe('old')
  expect(store.match(everyWord('port server'), 100)).toHaveLength(100)
  store.close()
})

test('of a question whose words are all common, what has them together is found, however old', () => {
  const store = multitude('port', { old: 'the port of the worker' })
  store.transact('fill', (writer) => {
    for (let index = 0; index < 1500; index++) {
      const entry = buildEntry(`worker-${index}`, { content: `worker ${index}` })
      writer.putEntry(entry, buildRow(entry))
    }
  })
  const found = store.match({ need: 'any', groups: [['which'], ['port'], ['worker']] }, 100)
  expect([found[0], found.length]).toEqual(['old', 100])
  store.close()
})

test('counts of words follow what this process writes, what another writes, and what is rolled back', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  const other = openSqliteStore(path, project)
  const count = () => store.wordCounts(['port'])[0]
  putText(store, 'a', 'a port')
  expect(count()).toBe(1)
  putText(store, 'b', 'another port')
  expect(count()).toBe(2)
  putText(other, 'c', 'a third port')
  expect(count()).toBe(3)
  const broken = () =>
    store.transact('broken', (writer) => {
      writer.dropEntry(entryId('a'))
      expect(writer.wordCounts(['port'])).toEqual([2])
      throw new Error('rolled back')
    })
  expect(broken).toThrow('rolled back')
  expect(count()).toBe(3)
  store.close()
  other.close()
})

test('where words are counted up to a number, what has the common ones together is found too', () => {
  const path = temporaryStorePath()
  const full = openSqliteStore(path, project)
  full.transact('fill', (writer) => {
    for (let index = 0; index < 40; index++) {
      const content = `${index % 2 === 0 ? 'port' : 'worker'} ${index}${index === 3 ? ' port rare' : ''}`
      const entry = buildEntry(`e${String(index).padStart(2, '0')}`, { content })
      writer.putEntry(entry, buildRow(entry))
    }
  })
  const store = openSqliteReader(path, { ...project, mostCounted: 5 })
  const words = ['port', 'worker', 'rare', 'absent']
  expect([full.wordCounts(words), store.wordCounts(words)]).toEqual([
    [21, 20, 1, 0],
    [5, 5, 1, 0],
  ])
  const asked = { need: 'any', groups: [['port'], ['worker']] } as const
  expect(store.match(asked, 10)[0]).toBe('e03')
  // Neither was counted to its end, so what has one of them isn't weighed: the latest is taken.
  expect(store.match(asked, 2)).toEqual(['e03', 'e38'])
  expect(store.match({ need: 'any', groups: [['rare'], ['port']] }, 10)).toContain('e03')
  full.close()
})
