import { describe, expect, test } from 'vitest'
import {
  type EntryId,
  entryId,
  findRedoable,
  findUndoable,
  type JournalRecord,
  lineageAddition,
  listUndone,
  type Plan,
  planEdit,
  planPurge,
  planRedo,
  planRetract,
  planUndo,
  recordId,
  VarveError,
} from '../../src/index.ts'
import { buildAdd } from '../../src/testing/index.ts'
import { Replica } from './world.ts'

const A = entryId('entry-a')
const B = entryId('entry-b')
const F = entryId('fused-f')
const G = entryId('fused-g')
const SOURCES = [entryId('source-1'), entryId('source-2')]
const NONE = recordId(`pl_${'0'.repeat(32)}`)

function added(...ids: readonly EntryId[]): Replica {
  const replica = new Replica('a')
  for (const id of ids)
    replica.apply({ stage: 'edit', command: 'add', operations: [buildAdd(id, `Text of ${id}`)], base: [] })
  return replica
}

function thrownBy(work: () => unknown): VarveError {
  try {
    work()
  } catch (thrown) {
    if (VarveError.isInstance(thrown)) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

function superseding(replica: Replica, top: EntryId, under: EntryId): Plan {
  const operation = lineageAddition(replica.store, { kind: 'supersedes', top, under })
  return { stage: 'edit', command: 'supersede', operations: [operation], base: [] }
}

describe('undo', () => {
  test('of an add is refused while a later edit stands on it, which it names with both ways out [RS-17] [BR-15]', () => {
    const replica = added(A)
    const add = replica.records()[0]
    const edit = replica.apply(planEdit(replica.store, A, { set: { content: 'Edited by hand' } }))
    if (!add) throw new Error('the add is there')
    const error = thrownBy(() => planUndo(replica.store, add.id))
    expect(error.code).toBe('undo_conflict')
    expect(error.exitCode).toBe(3)
    expect(error.subjects).toEqual([edit.id])
    expect(error.fix).toEqual([`varve undo ${add.id} --cascade`, `varve undo ${edit.id}`])
    expect(replica.store.entry(A)?.content).toBe('Edited by hand')
  })

  test('of an add is refused while lineage speaks of the entry', () => {
    const replica = added(A, B)
    const [add] = replica.records()
    replica.apply(superseding(replica, B, A))
    expect(thrownBy(() => planUndo(replica.store, add?.id ?? NONE)).code).toBe('undo_conflict')
  })

  test('of an earlier edit is refused while a later one of the same field stands, and goes where the fields differ', () => {
    const replica = added(A)
    const first = replica.apply(planEdit(replica.store, A, { set: { content: 'Second text' } }))
    const tag = replica.apply(planEdit(replica.store, A, { addTags: ['x'] }))
    replica.apply(planEdit(replica.store, A, { set: { content: 'Third text' } }))
    expect(thrownBy(() => planUndo(replica.store, first.id)).code).toBe('undo_conflict')
    replica.apply(planUndo(replica.store, tag.id))
    expect(replica.store.entry(A)).toMatchObject({ content: 'Third text', tags: [] })
  })

  test('with cascade takes the later work along, in one record that can be redone whole', () => {
    const replica = added(A)
    const first = replica.apply(planEdit(replica.store, A, { set: { content: 'Second text' } }))
    const second = replica.apply(planEdit(replica.store, A, { set: { content: 'Third text' } }))
    const undo = replica.apply(planUndo(replica.store, first.id, { later: 'cascade' }))
    expect(undo.undoes).toEqual([first.id, second.id])
    expect(replica.store.entry(A)?.content).toBe('Text of entry-a')
    replica.apply(planRedo(replica.store, undo.id))
    expect(replica.store.entry(A)?.content).toBe('Third text')
  })

  test('of the first of three independent plans works alone [BR-15]', () => {
    const replica = added(A, B, entryId('entry-c'))
    const [first] = replica.records()
    replica.apply(planUndo(replica.store, first?.id ?? NONE))
    expect(['entry-a', 'entry-b', 'entry-c'].map((id) => replica.store.entry(entryId(id))?.state)).toEqual([
      'retracted',
      'active',
      'active',
    ])
  })

  test('of what is undone already names the redo', () => {
    const replica = added(A)
    const [add] = replica.records()
    const undo = replica.apply(planUndo(replica.store, add?.id ?? NONE))
    const error = thrownBy(() => planUndo(replica.store, add?.id ?? NONE))
    expect(error.fix).toEqual([`varve redo ${undo.id}`])
  })

  test('of a purge is refused: what was erased does not come back [RS-18]', () => {
    const replica = added(A)
    const purge = replica.apply(planPurge(replica.store, [A], { reason: 'secret' }))
    expect(thrownBy(() => planUndo(replica.store, purge.id)).message).toContain('erased')
  })

  test('goes past a purge: what it left of other records can still be taken back', () => {
    const replica = new Replica('a')
    const operations = [buildAdd(A, 'A secret'), buildAdd(B, 'A fact')]
    const add = replica.apply({ stage: 'edit', command: 'add', operations, base: [] })
    replica.apply(planPurge(replica.store, [A], { reason: 'secret' }))
    expect(findUndoable(replica.store)).toBe(add.id)
    replica.apply(planUndo(replica.store, add.id))
    expect(replica.store.entry(B)?.state).toBe('retracted')
    expect(replica.store.entry(A)?.purged?.reason).toBe('secret')
    expect(findUndoable(replica.store)).toBeUndefined()
  })

  test('of an unknown record is not found', () => {
    const error = thrownBy(() => planUndo(added(A).store, NONE))
    expect(error.code).toBe('not_found')
  })
})

/** Two entries, each put over two others in one record, as a fusion does. */
function fused(): { readonly replica: Replica; readonly record: JournalRecord } {
  const replica = added(A, B, ...SOURCES)
  const edge = (top: EntryId, under: EntryId) =>
    lineageAddition(replica.store, { kind: 'merges', top, under })
  const operations = [
    buildAdd(F, 'A and B, fused'),
    edge(F, A),
    edge(F, B),
    buildAdd(G, 'The sources, fused'),
    ...SOURCES.map((under) => edge(G, under)),
  ]
  return {
    replica,
    record: replica.apply({ stage: 'stage2', command: 'compact --llm', operations, base: [] }),
  }
}

function heads(replica: Replica): readonly string[] {
  return [...replica.store.entries({ visibility: 'heads' })].map(({ id }) => id)
}

describe('undo that keeps later edits', () => {
  test('shows the sources again and leaves the edited text as an entry of its own [LS-57] [BR-15]', () => {
    const { replica, record } = fused()
    const edit = replica.apply(planEdit(replica.store, F, { set: { content: 'Fused, and mended by hand' } }))
    const error = thrownBy(() => planUndo(replica.store, record.id))
    expect(error.subjects).toEqual([edit.id])
    expect(error.fix).toEqual([
      `varve undo ${record.id} --cascade`,
      `varve undo ${record.id} --keep-edits`,
      `varve undo ${edit.id}`,
    ])
    const undo = replica.apply(planUndo(replica.store, record.id, { later: 'keep' }))
    expect(undo.undoes).toEqual([record.id])
    expect(heads(replica)).toEqual([A, B, F, ...SOURCES])
    expect(replica.store.entry(F)?.content).toBe('Fused, and mended by hand')
    expect(replica.store.lineage({})).toEqual([])
    replica.apply(planRedo(replica.store, undo.id))
    expect(heads(replica)).toEqual([F, G])
    expect(replica.store.entry(F)?.content).toBe('Fused, and mended by hand')
  })

  test('takes back of one revision only the fields and tags that no later one wrote [RS-17]', () => {
    const replica = added(A)
    const first = replica.apply(
      planEdit(replica.store, A, {
        set: { content: 'Second text', category: 'decisions' },
        addTags: ['mine', 'shared'],
      }),
    )
    replica.apply(
      planEdit(replica.store, A, {
        set: { content: 'Third text' },
        removeTags: ['shared'],
        addTags: ['later'],
      }),
    )
    replica.apply(planUndo(replica.store, first.id, { later: 'keep' }))
    expect(replica.store.entry(A)).toMatchObject({
      content: 'Third text',
      category: 'conventions',
      tags: ['later'],
    })
  })

  test('is refused, and not offered, where later work stands on all of it', () => {
    const replica = added(A)
    const [add] = replica.records()
    const edit = replica.apply(planEdit(replica.store, A, { set: { content: 'Edited' } }))
    const error = thrownBy(() => planUndo(replica.store, add?.id ?? NONE, { later: 'keep' }))
    expect(error).toMatchObject({ code: 'undo_conflict', subjects: [add?.id, edit.id] })
    expect(error.fix).toEqual([`varve undo ${add?.id} --cascade`])
  })
})

describe('undo of one group', () => {
  test('takes back one fusion of a plan and leaves the other; the plan can still go whole [LS-58]', () => {
    const { replica, record } = fused()
    const group = replica.apply(planUndo(replica.store, record.id, { group: F }))
    expect(heads(replica)).toEqual([A, B, G])
    expect(replica.store.entry(F)?.state).toBe('retracted')
    expect(listUndone(replica.store).has(record.id)).toBe(false)
    replica.apply(planRedo(replica.store, group.id))
    expect(heads(replica)).toEqual([F, G])
    replica.apply(planUndo(replica.store, record.id, { group: G }))
    expect(heads(replica)).toEqual([F, ...SOURCES])
    replica.apply(planUndo(replica.store, record.id))
    expect(heads(replica)).toEqual([A, B, ...SOURCES])
  })

  test('looks only at the later work that stands on that group', () => {
    const { replica, record } = fused()
    replica.apply(planEdit(replica.store, G, { set: { content: 'Mended by hand' } }))
    replica.apply(planUndo(replica.store, record.id, { group: F }))
    expect(heads(replica)).toEqual([A, B, G])
    expect(thrownBy(() => planUndo(replica.store, record.id, { group: G })).fix).toContain(
      `varve undo ${record.id} --group ${G} --keep-edits`,
    )
    replica.apply(planUndo(replica.store, record.id, { group: G, later: 'keep' }))
    expect(heads(replica)).toEqual([A, B, G, ...SOURCES])
  })

  test('leaves alone what was done to a source that another group has too', () => {
    const replica = added(A, B)
    const edge = (top: EntryId) => lineageAddition(replica.store, { kind: 'digests', top, under: A })
    const flag = { op: 'flag.set', id: A, kind: 'stalled', reason: 'cold', was: null } as const
    const operations = [buildAdd(F, 'One'), edge(F), buildAdd(G, 'Two'), edge(G), flag]
    const record = replica.apply({ stage: 'stage2', command: 'compact', operations, base: [] })
    replica.apply(planUndo(replica.store, record.id, { group: F }))
    expect(replica.store.entry(A)?.flags).toHaveLength(1)
    expect(replica.store.lineage({}).map(({ top }) => top)).toEqual([G])
  })

  test('without a record takes the newest that made the group; said again, it says that it is done', () => {
    const { replica, record } = fused()
    replica.apply(planEdit(replica.store, A, { addTags: ['later'] }))
    expect(findUndoable(replica.store, F)).toBe(record.id)
    replica.apply(planUndo(replica.store, record.id, { group: F }))
    expect(thrownBy(() => planUndo(replica.store, record.id, { group: F })).message).toContain('already')
  })

  test('of what stood in for nothing is not found, and names the groups that there are', () => {
    const { replica, record } = fused()
    const error = thrownBy(() => planUndo(replica.store, record.id, { group: A }))
    expect(error).toMatchObject({ code: 'not_found', subjects: [A] })
    expect(error.fix).toEqual([F, G].map((id) => `varve undo ${record.id} --group ${id}`))
  })
})

describe('redo', () => {
  test('makes the record count again: it can be undone again, and is no longer listed as undone', () => {
    const replica = added(A)
    const [add] = replica.records()
    const undo = replica.apply(planUndo(replica.store, add?.id ?? NONE))
    expect(findUndoable(replica.store)).toBeUndefined()
    expect(findRedoable(replica.store)).toBe(undo.id)
    replica.apply(planRedo(replica.store, undo.id))
    expect(listUndone(replica.store).has(add?.id ?? NONE)).toBe(false)
    expect(findUndoable(replica.store)).toBe(add?.id)
    expect(findRedoable(replica.store)).toBeUndefined()
    expect(replica.store.entry(A)?.state).toBe('active')
  })

  test('of what is no undo is refused', () => {
    const replica = added(A)
    expect(thrownBy(() => planRedo(replica.store, replica.records()[0]?.id ?? NONE)).code).toBe(
      'undo_conflict',
    )
  })
})

test('a retraction hides all that say the same, and its undo shows them again', () => {
  const replica = new Replica('a')
  for (const id of [A, B])
    replica.apply({ stage: 'edit', command: 'add', operations: [buildAdd(id, 'Use pnpm')], base: [] })
  const record = replica.apply(planRetract(replica.store, A))
  expect(record.operations.map((operation) => operation.op)).toEqual(['entry.retract', 'entry.retract'])
  replica.apply(planUndo(replica.store, record.id))
  expect(replica.store.entry(B)?.state).toBe('active')
})

test('a plan made from older data is refused as stale [RS-25]', () => {
  const replica = added(A)
  const plan = planEdit(replica.store, A, { set: { content: 'From old data' } })
  replica.apply(planEdit(replica.store, A, { set: { content: 'Meanwhile' } }))
  expect(thrownBy(() => replica.apply(plan)).code).toBe('stale_plan')
  expect(replica.store.entry(A)?.content).toBe('Meanwhile')
})
