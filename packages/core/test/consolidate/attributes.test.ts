import { expect, test } from 'vitest'
import {
  heatBandOf,
  inferState,
  isExempt,
  layerOf,
  normaliseEntity,
  parseLayer,
  protectionOf,
} from '../../src/consolidate/index.ts'
import {
  applyPlan,
  type EntryFields,
  type EntryId,
  entryId,
  type FieldValues,
  planEdit,
  VarveError,
} from '../../src/index.ts'
import { DAY, memory, onDay } from './memory.ts'

const ALIASES = {
  goal: ['why', 'goals', 'target', 'targets', 'intent'],
  context: ['background', 'reason', 'situation', 'timing'],
  emotion: ['tone', 'feelings', 'mood'],
  implementation: ['impl', 'how', 'success', 'failure', 'tried', 'attempts'],
  caveat: ['warning', 'warnings', 'pain', 'rule', 'rules', 'pitfall', 'pitfalls', 'dont'],
  learning: ['decision', 'decisions', 'learned', 'insight', 'insights', 'growth'],
} as const

test('a layer has other names, and an unknown one is refused [LK-02]', () => {
  for (const [layer, names] of Object.entries(ALIASES)) {
    for (const name of [layer, ...names]) expect(parseLayer(name)).toBe(layer)
  }
  expect(parseLayer('Rules ')).toBe('caveat')
  try {
    parseLayer('banana')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'unknown_layer', exitCode: 2 })
    expect(VarveError.isInstance(error)).toBe(true)
  }
})

test('a layer that was not set follows from the category', () => {
  const layer = (category: string, content = 'Use pnpm.') => layerOf({ category, content })
  expect(layer('conventions')).toBe('learning')
  expect(layer('conventions', 'Never push to main.')).toBe('caveat')
  expect(['architecture', 'operations', 'decisions', 'else'].map((name) => layer(name))).toEqual([
    'implementation',
    'implementation',
    'learning',
    'context',
  ])
})

test('an entity is one whatever its spelling', () => {
  const names = ['CockpitMCP', 'Cockpit MCP', 'cockpit-mcp', 'Cockpit_MCP']
  expect(new Set(names.map(normaliseEntity))).toEqual(new Set(['cockpit mcp']))
  expect(normaliseEntity('checkout-api')).toBe('checkout api')
})

test('a state is read off a text, a denial first [LK-35]', () => {
  expect(inferState('Not done: the migration was never finished')).toBe('in_progress')
  expect(inferState('The migration is done')).toBe('done')
  expect(inferState('We go with pnpm')).toBe('decided')
  expect(inferState('WIP: new parser')).toBe('in_progress')
  expect(inferState('The rename is on hold')).toBe('parked')
  expect(inferState('CI is stuck')).toBe('stalled')
  expect(inferState('v1 is deprecated')).toBe('superseded')
  expect(inferState('移行は完了')).toBe('done')
  expect(inferState('移行はまだ')).toBe('in_progress')
  expect(inferState('The API listens on 8080')).toBeUndefined()
})

const E1 = entryId('e1')

function edited(set: FieldValues, fields: Partial<EntryFields> = {}, at = onDay('2026-02-01')) {
  const world = memory(['e1', 'The pool holds 20.', { created: onDay('2026-01-02'), ...fields }])
  world.store.transact('edit', (writer) =>
    applyPlan(writer, planEdit(writer, E1, { set }), { actor: 'a', via: 'cli', branch: null, now: at }),
  )
  return world
}

function entryOf({ store }: ReturnType<typeof memory>, id: EntryId = E1) {
  const entry = store.entry(id)
  if (entry === undefined) throw new Error(`no ${id}`)
  return entry
}

test('what an entry is now protects it, whatever it was [LK-10]', () => {
  expect(protectionOf(entryOf(edited({ layer: 'caveat' })))).toBe('layer')
  expect(protectionOf(entryOf(edited({ layer: 'context' }, { layer: 'caveat' })))).toBeUndefined()
  expect(protectionOf(entryOf(edited({ importance: 0.1 }, { importance: 0.95 })))).toBeUndefined()
  expect(protectionOf(entryOf(edited({ importance: 0.95 })))).toBe('importance')
  expect(protectionOf(entryOf(edited({ pinned: true })))).toBe('pin')
  expect(isExempt(entryOf(edited({ layer: 'goal' })))).toBe(true)
})

test('an edit of the text keeps what else is known of an entry [LK-11]', () => {
  const fields = {
    importance: 0.7,
    altitude: 'architecture',
    mem_type: 'work',
    mem_state: 'in_progress',
    entity: { kind: 'project', name: 'checkout-api' },
  } as const
  expect(entryOf(edited({ content: 'The pool holds 50.' }, fields))).toMatchObject({
    ...fields,
    content: 'The pool holds 50.',
  })
})

test('work stands still after more than 30 days, not before [LK-34]', () => {
  const start = onDay('2026-01-02')
  const stalledAfter = (ms: number) =>
    memory(['e1', 'The move to pnpm is half way.', { created: start, mem_state: 'in_progress' }]).plan(
      start + ms,
    ).report.stalled
  expect(stalledAfter(29 * DAY)).toEqual([])
  expect(stalledAfter(30 * DAY)).toEqual([])
  expect(stalledAfter(30 * DAY + 1000)).toEqual(['e1'])
})

test('a pinned entry is flagged as stalled and keeps its text and state [LK-36]', () => {
  const start = onDay('2026-01-02')
  const world = memory([
    'e1',
    'The move to pnpm is half way.',
    { created: start, mem_state: 'in_progress', pinned: true },
  ])
  world.run(start + 31 * DAY)
  expect(entryOf(world)).toMatchObject({
    content: 'The move to pnpm is half way.',
    mem_state: 'in_progress',
    flags: [{ kind: 'stalled', evidence: { since: '2026-02-01T12:00:00.000Z' } }],
  })
})

test('an edit clears the flag at the next run, and the log has both [LK-37]', () => {
  const start = onDay('2026-01-02')
  const world = memory(['e1', 'The move to pnpm is half way.', { created: start, mem_state: 'in_progress' }])
  world.run(start + 31 * DAY)
  world.store.transact('edit', (writer) =>
    applyPlan(writer, planEdit(writer, E1, { set: { content: 'The move to pnpm is nearly through.' } }), {
      actor: 'a',
      via: 'cli',
      branch: null,
      now: start + 40 * DAY,
    }),
  )
  expect(world.run(start + 41 * DAY).report.unstalled).toEqual(['e1'])
  expect(entryOf(world).flags).toEqual([])
  const logged = world.store
    .records({ stage: 'consolidate' })
    .flatMap(({ id }) => world.store.record(id)?.operations.map(({ op }) => op) ?? [])
  expect(logged).toEqual(['flag.set', 'flag.clear'])
})

test('heat has four bands', () => {
  expect([69.9, 70, 39.9, 40, 19.9, 20].map(heatBandOf)).toEqual([
    'warm',
    'hot',
    'cold',
    'warm',
    'frozen',
    'cold',
  ])
})
