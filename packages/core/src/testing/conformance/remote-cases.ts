import type { RecordId } from '../../domain/ids.ts'
import type { Moment, StoreWriter } from '../../ports/store.ts'
import { buildAdd, buildRecord } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((n) => buildRecord(n, [buildAdd(`e${n}`, `Text ${n}`)]))

function append(writer: StoreWriter): void {
  // Not in the order of their ids: they come as they come.
  for (const record of [THIRD, FIRST, SECOND]) if (record) writer.appendRecord(record)
}

function ids(...records: readonly ({ readonly id: RecordId } | undefined)[]): readonly RecordId[] {
  return records.flatMap((record) => (record === undefined ? [] : [record.id]))
}

/** How far a replica has come with a carrier of records. */
export const remoteCases: readonly ConformanceCase[] = [
  {
    name: 'a record is uncarried until it is noted, for each carrier by itself',
    check(store) {
      store.transact('append', append)
      same(store.uncarried('team'), ids(FIRST, SECOND, THIRD), 'at first, by id')
      store.transact('note', (writer) => {
        writer.putCarried('team', new Map(ids(FIRST, THIRD).map((id, at) => [id, at + 7])))
        writer.putRemote('team', { cursor: 8 })
      })
      same(store.uncarried('team'), ids(SECOND), 'what is left')
      same(store.uncarried('other'), ids(FIRST, SECOND, THIRD), 'of another carrier')
      same([...store.carriedAt('team', ids(FIRST, SECOND, THIRD)).values()], [7, 8], 'their numbers')
    },
  },
  {
    name: 'a place in a carrier’s journal is kept, and a record it names that is not here is passed over',
    check(store) {
      same(store.remote('team'), undefined, 'at first')
      const state = { cursor: 3, moment: '1 x' as Moment }
      store.transact('note', (writer) => {
        writer.putRemote('team', state)
        writer.putCarried('team', new Map(ids(FIRST).map((id) => [id, 3])))
      })
      same(store.remote('team'), state, 'what was put')
      same(store.remotes(), ['team'], 'whose place is kept')
      store.transact('append', append)
      same(store.uncarried('team'), ids(FIRST, SECOND, THIRD), 'what came later')
      store.transact('note', (writer) => writer.putRemote('team', { cursor: 4 }))
      same(store.remote('team'), { cursor: 4 }, 'what was put in its place')
    },
  },
  {
    name: 'a carrier that is forgotten has nothing, and others keep what they have',
    check(store) {
      store.transact('append', append)
      for (const name of ['team', 'other']) {
        store.transact('note', (writer) => {
          writer.putCarried(name, new Map(ids(FIRST, SECOND).map((id, at) => [id, at + 1])))
          writer.putRemote(name, { cursor: 2 })
        })
      }
      store.transact('forget', (writer) => writer.forgetRemote('team'))
      same(store.remotes(), ['other'], 'whose place is kept')
      same(store.uncarried('team'), ids(FIRST, SECOND, THIRD), 'what it lacks now')
      same(store.uncarried('other'), ids(THIRD), 'what the other lacks')
    },
  },
]
