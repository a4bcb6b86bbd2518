import { describe, expect, test } from 'vitest'
import {
  applyPlan,
  assertedTo,
  contentHash,
  mayBeShown,
  openView,
  planRetract,
  planUndo,
  type Store,
} from '../../src/index.ts'
import { dropChanged } from '../../src/propose/index.ts'
import { BUILT_AT, createScriptedModel } from '../../src/testing/index.ts'
import { answering, groups, memory } from './memory.ts'

const PNPM = 'Always use pnpm'
const NOT_NPM = 'Package management must use pnpm, not npm or yarn'
const BOTH = 'Always use pnpm for package management, not npm or yarn.'
const DAY = 24 * 60 * 60 * 1000

const TESTS = [
  'Unit tests run with `pnpm test`.',
  'Test files end in .test.ts',
  'Coverage must stay above 80%',
  'Never mock the database in tests',
  'E2E tests live in tests/e2e',
]
const FUSED =
  'Unit tests run with `pnpm test`; test files end in .test.ts, E2E tests live in tests/e2e, coverage must stay above 80%, and never mock the database in tests.'

describe('a merge that a model proposes', () => {
  test('puts duplicates in other words under one entry that a model wrote, and leaves the sources as they are [LS-80] [LS-16]', async () => {
    const { store, run, visible } = memory(['a', PNPM, { tags: ['pnpm'] }], ['b', NOT_NPM, { tags: ['npm'] }])
    const before = ['a', 'b'].map((id) => contentHash(entryOf(store, id)))
    const { status, record } = await run(groups({ 'dedup/1': [{ texts: [PNPM, NOT_NPM], text: BOTH }] }))
    expect(status).toBe('ok')
    expect(record).toBeDefined()
    // The vector of the reference.
    expect(visible()).toEqual(['8ba06b5d-791b-5bcf-94bd-775f90b22117'])
    const [top = ''] = visible()
    expect(entryOf(store, top)).toMatchObject({
      content: BOTH,
      tags: ['npm', 'pnpm'],
      source: { kind: 'compaction', trust: 'user', agent: 'varve/script:scripted' },
    })
    expect(store.lineage({}).map(({ kind, top: over, under }) => [kind, over, under])).toEqual([
      ['merges', top, 'a'],
      ['merges', top, 'b'],
    ])
    expect(['a', 'b'].map((id) => contentHash(entryOf(store, id)))).toEqual(before)
  })

  test('gives back the same view where it is undone, and is not proposed again unless asked for', async () => {
    const { store, run, visible } = memory(['a', PNPM], ['b', NOT_NPM])
    const model = groups({ 'dedup/1': [{ texts: [PNPM, NOT_NPM], text: BOTH }] })
    const { record } = await run(model)
    if (record === undefined) throw new Error('nothing was applied')
    store.transact('undo', (writer) =>
      applyPlan(writer, planUndo(writer, record), {
        actor: 'tester',
        via: 'library',
        branch: null,
        now: BUILT_AT + 100,
      }),
    )
    expect(visible()).toEqual(['a', 'b'])
    expect((await run(model, { full: true })).record).toBeUndefined()
    expect(visible()).toEqual(['a', 'b'])
    expect((await run(model, { full: true, retryRejected: true })).record).toBeDefined()
    expect(visible()).toHaveLength(1)
  })

  test('writes nothing where the text is one of the sources word for word: that one stands for the other', async () => {
    const texts = ['Retries are capped at 3', 'Retries are capped at 3 in all clients']
    const { store, run, visible } = memory(['a', texts[0] ?? ''], ['b', texts[1] ?? ''])
    await run(groups({ 'dedup/1': [{ texts, text: 'Retries are capped at 3 in all clients' }] }))
    expect(visible()).toEqual(['b'])
    expect(store.lineage({}).map(({ kind, top, under }) => [kind, top, under])).toEqual([
      ['duplicates', 'b', 'a'],
    ])
  })

  test('is as old, as sure, as trusted and as long valid as the least of its sources [LS-44] [BR-20]', async () => {
    const old = BUILT_AT - 200 * DAY
    const { store, run, visible } = memory(
      ['a', PNPM, { created: old, confidence: 'low', valid_to: old + 30 * DAY }],
      ['b', NOT_NPM, { created: old, confidence: 'high', valid_to: old + 90 * DAY }],
    )
    await run(groups({ 'dedup/1': [{ texts: [PNPM, NOT_NPM], text: BOTH }] }))
    const fused = entryOf(store, visible()[0] ?? '')
    expect(fused).toMatchObject({
      confidence: 'low',
      asserted_from: old,
      asserted_to: old,
      valid_to: old + 30 * DAY,
    })
    // What is due is told by this date: it was due the day it was made.
    expect(assertedTo(fused)).toBe(old)
  })

  test('is one entry for several of one subject, in a cluster of their own', async () => {
    const notes = TESTS.map((text, at) => [`t${at}`, text, { tags: ['testing'] }] as const)
    const others = Array.from({ length: 25 }, (_, at) => [`o${at}`, OTHERS[at] ?? ''] as const)
    const { run, visible } = memory(...notes, ...others)
    const { accepted, record } = await run(groups({ 'fuse/1': [{ texts: TESTS, text: FUSED }] }), {
      steps: new Set(['fusion']),
    })
    expect(record).toBeDefined()
    expect(accepted.map(({ proposal }) => proposal.kind)).toEqual(['fuse'])
    expect(visible()).toHaveLength(26)
  })

  test('is dissolved where one of its sources is superseded [LS-45]', async () => {
    const { store, run, add, visible } = memory(['a', PNPM], ['b', NOT_NPM])
    await run(groups({ 'dedup/1': [{ texts: [PNPM, NOT_NPM], text: BOTH }] }))
    add(['c', 'Use bun'])
    store.transact('supersede', (writer) =>
      applyPlan(
        writer,
        {
          stage: 'edit',
          command: 'add',
          operations: [{ op: 'lineage.add', kind: 'supersedes', top: id('c'), under: id('a'), was: null }],
          base: [],
        },
        { actor: 'tester', via: 'library', branch: null, now: BUILT_AT + 50 },
      ),
    )
    expect(visible()).toEqual(['b', 'c'])
  })

  test('is dropped where a source went since it was proposed', async () => {
    const { store, propose } = memory(['a', PNPM], ['b', NOT_NPM])
    const { accepted } = await propose(groups({ 'dedup/1': [{ texts: [PNPM, NOT_NPM], text: BOTH }] }))
    const context = { actor: 'tester', via: 'library', branch: null, now: BUILT_AT + 50 }
    expect(dropChanged(store, openView(store, []), accepted).held).toEqual(accepted)
    store.transact('retract', (writer) => applyPlan(writer, planRetract(writer, id('a')), context))
    const { held, changed } = dropChanged(store, openView(store, []), accepted)
    expect([held, changed]).toEqual([[], accepted])
  })
})

describe('what is never shown to a model to be merged', () => {
  test('is text of tools and the web, what is set apart, notes, pins, goals and caveats [LS-41] [LS-78]', async () => {
    const model = createScriptedModel(answering({}))
    const { store, propose } = memory(
      ['a', 'Alpha is written in Rust'],
      ['b', 'Alpha is written in Rust, says the web', { source: { kind: 'import', trust: 'web' } }],
      ['c', 'Alpha is written in Rust, says a tool', { source: { kind: 'import', trust: 'tool' } }],
      ['d', 'Alpha is written in Rust, as a note', { title: 'A note' }],
      ['e', 'Alpha is written in Rust, pinned', { pinned: true }],
      ['f', 'Alpha is to be written in Rust', { layer: 'goal' }],
      ['g', 'Alpha is never to be rewritten', { layer: 'caveat' }],
      ['h', 'Alpha is a binary'],
      ['i', 'Alpha is written in Rust, set apart'],
      ['j', 'Alpha is written in Rust, with a key'],
    )
    const flags = [
      ['i', 'untrusted'],
      ['j', 'secret'],
    ] as const
    const operations = flags.map(([to, kind]) => ({
      op: 'flag.set' as const,
      id: id(to),
      kind,
      reason: 'looked at',
      was: null,
    }))
    store.transact('flag', (writer) =>
      applyPlan(
        writer,
        { stage: 'edit', command: 'flag', operations, base: [] },
        { actor: 'tester', via: 'library', branch: null, now: BUILT_AT + 50 },
      ),
    )
    await propose(model)
    for (const hidden of ['b', 'c', 'i', 'j']) expect(mayBeShown(entryOf(store, hidden))).toBe(false)
    expect(model.asked.length).toBeGreaterThan(0)
    const said = model.asked.map(({ user }) => user).join('\n')
    expect(said).toContain('Alpha is written in Rust"')
    expect(said).toContain('Alpha is a binary')
    for (const hidden of ['web', 'tool', 'note', 'pinned', 'is to be', 'never', 'set apart', 'with a key'])
      expect(said).not.toContain(hidden)
  })

  test('is together with entries of another category, scope or trust [LS-85]', async () => {
    const model = createScriptedModel(answering({}))
    const { propose } = memory(
      ['a', 'Beta listens on port 3000'],
      ['b', 'Beta listens on 3000, in operations', { category: 'operations' }],
      ['c', 'Beta listens on 3000, on a branch', { scope: 'branch:x' }],
      ['d', 'Beta listens on 3000, says an agent', { source: { kind: 'agent', trust: 'agent' } }],
    )
    await propose(model)
    expect(model.asked).toEqual([])
  })
})

function entryOf(store: Store, typed: string) {
  const entry = store.entry(id(typed))
  if (entry === undefined) throw new Error(`no ${typed}`)
  return entry
}

function id(text: string) {
  return text as Parameters<Store['entry']>[0]
}

const OTHERS = Array.from(
  { length: 25 },
  (_, at) =>
    `${['Kettle', 'Lantern', 'Harbour', 'Meadow', 'Copper'][at % 5]} ${'abcdefghijklmnopqrstuvwxy'[at]}x holds ${at} grains`,
)
