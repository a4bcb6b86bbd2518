import { expect, test } from 'vitest'
import { entryId } from '../../src/domain/ids.ts'
import {
  applyPlan,
  applyRecord,
  type Plan,
  planImport,
  planRetract,
  planUndo,
  type RecordId,
} from '../../src/index.ts'
import { BUILT_AT, buildFields, createMemoryStore } from '../../src/testing/index.ts'

const context = { actor: 'tester', via: 'library', branch: null, now: BUILT_AT }
const ids = ['a', 'b'].map(entryId)

function memory() {
  const store = createMemoryStore()
  const apply = (plan: Plan): RecordId =>
    store.transact('test', (writer) => applyPlan(writer, plan, context)).id
  const read = (text = 'Text of') =>
    planImport(store, {
      command: 'import notes',
      entries: ids.map((id) => ({ id, fields: buildFields(`${text} ${id}`) })),
      lineage: [],
      links: [{ from: entryId('a'), to: entryId('b'), type: 'related', source: 'typed' }],
      flags: [{ id: entryId('b'), kind: 'stale', reason: 'old' }],
      retracted: [],
    })
  return { store, apply, read }
}

test('a second import changes nothing; a changed source makes revisions [LS-65]', () => {
  const { store, apply, read } = memory()
  expect(read()).toMatchObject({ added: 2, revised: 0, unchanged: 0 })
  apply(read().plan)
  expect(read()).toMatchObject({ added: 0, revised: 0, unchanged: 2, plan: { operations: [] } })
  apply(read('New text of').plan)
  expect(store.entry(entryId('a'))?.content).toBe('New text of a')
  expect(read('New text of').plan.operations).toEqual([])
})

test('what was undone comes back with its links and flags when it is imported again', () => {
  const { store, apply, read } = memory()
  const imported = apply(read().plan)
  const before = store.entry(entryId('b'))
  apply(planUndo(store, imported))
  expect(store.links({})).toEqual([])
  const again = read()
  expect(again).toMatchObject({ added: 2, revised: 0, unchanged: 0 })
  apply(again.plan)
  expect(store.entry(entryId('b'))).toMatchObject({ content: before?.content, state: 'active' })
  expect(store.entry(entryId('b'))?.flags.map(({ kind }) => kind)).toEqual(['stale'])
  expect(store.links({})).toHaveLength(1)
  expect(read().plan.operations).toEqual([])
})

test('what somebody retracted stays so, however often it is imported', () => {
  const { store, apply, read } = memory()
  apply(read().plan)
  apply(planRetract(store, entryId('a')))
  expect(read()).toMatchObject({ added: 0, unchanged: 2, plan: { operations: [] } })
  apply(read('New text of').plan)
  expect(store.entry(entryId('a'))).toMatchObject({ content: 'New text of a', state: 'retracted' })
  const replica = createMemoryStore()
  replica.transact('copy', (writer) => {
    for (const { id } of store.records({})) {
      const record = store.record(id)
      if (record) applyRecord(writer, record)
    }
  })
  expect(replica.entry(entryId('a'))).toEqual(store.entry(entryId('a')))
})
