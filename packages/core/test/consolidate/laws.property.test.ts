import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONSOLIDATION_RULES, isExempt } from '../../src/consolidate/index.ts'
import { anchorKey, anchorsOf } from '../../src/guard/index.ts'
import {
  applyPlan,
  type Entry,
  type EntryId,
  entryId,
  est1,
  openView,
  planHash,
  planUndo,
  type Store,
} from '../../src/index.ts'
import { dump } from '../journal/world.ts'
import { DAY, memory, type Note, onDay } from './memory.ts'

const START = onDay('2026-01-01')

const PIECES = [
  'The pool in config/db.ts was raised to',
  'Requests queued up behind src/server/queue.ts for',
  'Do not set idleTimeoutMillis above',
  'We rolled back `pnpm build --filter core` after',
  'Postgres refused more connections than',
  'The cache in src/cache.ts was warm again after',
] as const

const clause = fc
  .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 99 }))
  .map(([piece, n]) => `${piece} ${n} ms.`)
/** Most of what is said of a day is nothing specific. */
const filler = fc.constantFrom(
  'It took the whole of a long afternoon to look at all of the dashboards with the team, one after another.',
  'Everybody was happy about how it all went in the end, and the rest of the week was quiet.',
)
const text = fc
  .tuple(clause, fc.array(fc.oneof(clause, filler, filler), { maxLength: 3 }))
  .map(([first, more]) => [first, ...more].join(' '))

const note = fc.record({
  text,
  day: fc.nat(300),
  importance: fc.constantFrom(0.1, 0.3, 0.5, 0.7, 0.95),
  layer: fc.constantFrom('implementation', 'implementation', 'context', 'goal', 'caveat', 'learning'),
  altitude: fc.constantFrom('implementation', 'implementation', 'architecture', 'mission'),
  pinned: fc.constantFrom(false, false, false, true),
  uses: fc.array(fc.nat(400), { maxLength: 3 }),
})

type Drawn = typeof note extends fc.Arbitrary<infer T> ? T : never

function worldOf(drawn: readonly Drawn[]) {
  const notes = drawn.map(
    ({ text: content, day, pinned, uses: _, ...fields }, at): Note => [
      `n${String(at).padStart(2, '0')}`,
      content,
      { ...fields, created: START + day * DAY, ...(pinned && { pinned: true }) } as Note[2] & object,
    ],
  )
  const world = memory(...notes)
  world.use(
    ...drawn.flatMap(({ uses }, at) =>
      uses.map((day) => ({
        entry: entryId(`n${String(at).padStart(2, '0')}`),
        at: START + day * DAY,
        session: 's',
        kind: 'show' as const,
      })),
    ),
  )
  return world
}

const store = fc.array(note, { minLength: 2, maxLength: 9 })
const request = fc.record({
  minAgeDays: fc.constantFrom(0, 7, 30),
  rules: fc.constantFrom(CONSOLIDATION_RULES, {
    ...CONSOLIDATION_RULES,
    cluster: 'blind' as const,
    heatBelow: 100,
  }),
  sweep: fc.boolean(),
})
const now = fc.integer({ min: 310, max: 700 }).map((day) => START + day * DAY)
const RUNS = { numRuns: 60 }

function hidden(world: { readonly store: Store }): readonly Entry[] {
  return [...openView(world.store, []).entries({ visibility: 'hidden' })]
}

function anchorsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((each) => anchorsOf(each).map(anchorKey)))
}

test('no run hides what is protected, a goal or a mission [LK-13]', () => {
  fc.assert(
    fc.property(store, request, now, (drawn, asked, at) => {
      const world = worldOf(drawn)
      const kept = [...world.store.entries({ visibility: 'all' })].filter((entry) => isExempt(entry))
      const shownFor = () => kept.map(({ id }) => openView(world.store, []).canon(id))
      const before = shownFor()
      world.run(at, asked)
      expect(shownFor()).toEqual(before)
      for (const id of before) expect(openView(world.store, []).viewOf(id)?.hidden).toBeUndefined()
    }),
    RUNS,
  )
})

test('a digest has the anchors of its members, all and no other [LK-21]', () => {
  let seen = 0
  fc.assert(
    fc.property(store, now, (drawn, at) => {
      const world = worldOf(drawn)
      for (const { ids, text: whole } of world.plan(at).report.clusters) {
        seen += 1
        const sources = ids.map((id) => world.store.entry(id)?.content ?? '')
        const body = whole
          .split('\n')
          .slice(1)
          .filter((line) => line.startsWith('- '))
          .map((line) => line.slice('- 2026-01-01: '.length))
        expect(anchorsIn([body.join('\n')])).toEqual(anchorsIn(sources))
      }
    }),
    RUNS,
  )
  expect(seen).toBeGreaterThan(0)
})

test('a digest is a tenth smaller than what it stands for [LK-22]', () => {
  fc.assert(
    fc.property(store, now, (drawn, at) => {
      const world = worldOf(drawn)
      for (const { ids, text: whole, tokensBefore, tokensAfter } of world.plan(at).report.clusters) {
        const before = ids.reduce((sum, id) => sum + est1.count(world.store.entry(id)?.content ?? ''), 0)
        expect([tokensBefore, tokensAfter]).toEqual([before, est1.count(whole)])
        expect(tokensAfter).toBeLessThanOrEqual(0.9 * before)
      }
    }),
    RUNS,
  )
})

test('no text is lost, and an undo gives all that counts back to the byte: what is left of it is a digest, retracted, and the journal', () => {
  let seen = 0
  fc.assert(
    fc.property(store, request, now, (drawn, asked, at) => {
      const world = worldOf(drawn)
      const texts = (): ReadonlyMap<EntryId, string> =>
        new Map(Array.from(world.store.entries({ visibility: 'all' }), ({ id, content }) => [id, content]))
      const retracted = () =>
        [...world.store.entries({ visibility: 'all' })].flatMap(({ id, state }) =>
          state === 'active' ? [] : id,
        )
      const [before, shown] = [texts(), world.visible()]
      const [dumped, gone] = [dump(world.store, { activeOnly: true }), retracted()]
      const run = world.run(at, asked)
      const { id } = run
      for (const [entry, content] of before) expect(texts().get(entry)).toBe(content)
      if (id === undefined) return
      world.store.transact('undo', (writer) =>
        applyPlan(writer, planUndo(writer, id), { actor: 'a', via: 'cli', branch: null, now: at + 1 }),
      )
      expect(world.visible()).toEqual(shown)
      expect(dump(world.store, { activeOnly: true })).toBe(dumped)
      const digests = run.report.clusters.map(({ digest }) => digest)
      expect(
        retracted()
          .filter((each) => !gone.includes(each))
          .sort(),
      ).toEqual(digests.sort())
      seen += digests.length
    }),
    RUNS,
  )
  expect(seen).toBeGreaterThan(0)
})

test('what is planned is what runs, and it comes to what was said', () => {
  fc.assert(
    fc.property(store, request, now, (drawn, asked, at) => {
      const world = worldOf(drawn)
      const before = new Set(hidden(world).map(({ id }) => id))
      const planned = world.plan(at, asked)
      const run = world.run(at, asked)
      expect(planHash(run.plan)).toBe(planHash(planned.plan))
      expect(run.report).toEqual(planned.report)
      expect(planned.plan.operations.length > 0).toBe(run.id !== undefined)
      if (run.id !== undefined)
        expect(world.store.record(run.id)?.operations).toEqual(planned.plan.operations)
      const said = new Set(
        [
          ...planned.report.clusters.flatMap(({ ids }) => ids),
          ...planned.report.buried.map(({ id }) => id),
        ].map((id) => world.store.entry(id)?.content),
      )
      const gone = hidden(world).filter(({ id }) => !before.has(id))
      expect(new Set(gone.map(({ content }) => content))).toEqual(said)
    }),
    RUNS,
  )
})

test('a second run at the same moment finds nothing to do', () => {
  fc.assert(
    fc.property(store, request, now, (drawn, asked, at) => {
      const world = worldOf(drawn)
      world.run(at, asked)
      expect(world.plan(at, asked).plan.operations).toEqual([])
    }),
    RUNS,
  )
})

test('six runs, each after three new short notes, never make more to read [LK-27]', () => {
  const short = fc.array(fc.tuple(clause, clause, clause), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(short, (weeks) => {
      const world = memory()
      const tokens = () =>
        world
          .visible()
          .map((id) => world.store.entry(entryId(id)))
          .reduce(
            (sum, entry) => sum + est1.count([entry?.title, entry?.content].filter(Boolean).join('\n')),
            0,
          )
      for (const [week, texts] of weeks.entries()) {
        const at = START + week * 30 * DAY
        world.add(at, ...texts.map((content, n): Note => [`w${week}n${n}`, content, { created: at }]))
        const before = tokens()
        world.run(at + 29 * DAY, { sweep: true })
        expect(tokens()).toBeLessThanOrEqual(before)
      }
    }),
    { numRuns: 20 },
  )
})
