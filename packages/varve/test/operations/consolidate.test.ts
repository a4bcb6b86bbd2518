import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPlan, type EntryFields, type Operation, type RecordId } from '@varve/core'
import { buildAdd } from '@varve/core/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHECKOUT } from '../../../core/test/consolidate/memory.ts'
import { add } from '../../src/operations/add.ts'
import { compactRemove } from '../../src/operations/compact-remove.ts'
import { compactReport } from '../../src/operations/compact-report.ts'
import { compactShow } from '../../src/operations/compact-show.ts'
import { consolidate } from '../../src/operations/consolidate.ts'
import { edit } from '../../src/operations/edit.ts'
import { list } from '../../src/operations/list.ts'
import { OUTPUT_SCHEMAS } from '../../src/operations/output/output-schemas.ts'
import { search } from '../../src/operations/search.ts'
import { show } from '../../src/operations/show.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let world: TestContext
beforeEach(() => {
  world = openTestContext()
})
afterEach(() => world.close())

const ABOUT = {
  category: 'uncategorised',
  layer: 'implementation',
  entity: { kind: 'project', name: 'checkout-api' },
} as const
const DAY = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 5, 1)
const ALL = { scope: 'all', noSweep: true }

/** Notes about checkout-api, by id. */
function fill(
  notes: Readonly<
    Record<
      string,
      string | { readonly content: string; readonly created?: number; readonly [field: string]: unknown }
    >
  >,
  at = Date.UTC(2026, 0, 5),
) {
  const entries = Object.entries(notes).map(([id, note]) => {
    const fields = typeof note === 'string' ? { content: note } : note
    return [id, { ...ABOUT, created: at, ...fields }] as const
  })
  const operations = entries.map(
    ([id, { content, ...fields }]): Operation => buildAdd(id, content, fields as Partial<EntryFields>),
  )
  const now = Math.max(...entries.map(([, { created }]) => created))
  world.context
    .writing()
    .transact('fill', (writer) =>
      applyPlan(
        writer,
        { stage: 'edit', command: 'fill', base: [], operations },
        { actor: 'tester', via: 'library', branch: null, now },
      ),
    )
}

function fillCheckout() {
  fill(Object.fromEntries(CHECKOUT.map(([id, content, fields]) => [id, { content, ...fields }])))
}

/** As far as tests look into it. */
interface Answer {
  readonly ok: boolean
  readonly plan_id: RecordId
  readonly plan_hash: string
  readonly scanned: number
  readonly clustersCompressed: number
  readonly learningIdsCreated: readonly string[]
  readonly clusterDetails: readonly {
    readonly ids: readonly string[]
    readonly tokens_before: number
    readonly tokens_after: number
  }[]
  readonly skipped: readonly { readonly reason: string }[]
  readonly buried: readonly { readonly id: string }[]
  readonly woken: readonly string[]
  readonly stalled: readonly string[]
  readonly sampling: object
  readonly plan: object
  readonly undo: string
}

/** At a moment, whatever the clock of the world says. */
async function run(input: object, now = NOW) {
  const context = { ...world.context, clock: { now: () => now } }
  const { parseInput } = await import('../../src/operations/parse-input.ts')
  const result = await consolidate.run(parseInput(consolidate, { ...input }), context)
  expect(OUTPUT_SCHEMAS.consolidate?.safeParse(JSON.parse(JSON.stringify(result.json))).error).toBeUndefined()
  const { json, human, records, issues } = result
  return { json: json as Answer, human, records, issues }
}

async function found(query: string, input: object = {}) {
  const { json } = await world.run(search, { text: [query], ...input })
  return (json as { readonly items: readonly { readonly id: string; readonly via?: string }[] }).items
}

function textsOf(): ReadonlyMap<string, string> {
  return new Map(
    Array.from(world.context.reading().entries({ visibility: 'all' }), ({ id, content }) => [id, content]),
  )
}

test('a dry run says what a run will do, and the run does it: ids, hash and record [BR-18]', async () => {
  fillCheckout()
  const said = await run({ ...ALL, dryRun: true })
  expect(said.json).toMatchObject({
    ok: true,
    dry_run: true,
    scanned: 5,
    clustersCompressed: 1,
    memoriesReplaced: 3,
    clusters: 1,
    memories_replaced_if_run: 3,
    preview: [{ entity: 'checkout-api', layer: 'implementation', count: 3 }],
    clusterDetails: [{ ids: ['e11', 'e12', 'e14'], tokens_before: 140, tokens_after: 119 }],
    sampling: { applied: false, upgraded: 0, declined: 0 },
  })
  const done = await run(ALL)
  expect([done.json.plan_hash, done.json.plan_id]).toEqual([said.json.plan_hash, said.json.plan_id])
  expect(done.json.clusterDetails).toEqual(said.json.clusterDetails)
  expect(world.context.reading().record(done.json.plan_id)?.command).toBe('consolidate')
  expect(done.human).toContain('3 notes under 1 digest (140 → 119 tokens)')
})

test('a dry run touches no byte of the store, and what it prints is what runs [LK-39]', async () => {
  const clause = fc.constantFrom(
    'The pool in config/db.ts was raised to 50.',
    'Requests queued up behind src/queue.ts for 40 ms.',
    'It took the whole of a long afternoon to look at the dashboards with all of the team.',
    'Do not set idleTimeoutMillis above 60000.',
  )
  const stores = fc.array(
    fc.record({
      text: fc.array(clause, { minLength: 1, maxLength: 4 }),
      day: fc.nat(120),
      importance: fc.double({ min: 0, max: 0.9, noNaN: true }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(stores, async (notes) => {
      const own = openTestContext()
      try {
        world.close()
        world = own
        fill(
          Object.fromEntries(
            notes.map(({ text, day, importance }, at) => [
              `n${at}`,
              {
                content: `${text.join(' ')} Note ${at}.`,
                created: Date.UTC(2026, 0, 1) + day * DAY,
                importance,
              },
            ]),
          ),
        )
        const path = own.context.place.databasePath
        const sums = () =>
          ['', '-wal'].map((end) => {
            if (!existsSync(path + end)) return 'none'
            return `${createHash('sha256')
              .update(readFileSync(path + end))
              .digest('hex')} ${statSync(path + end).mtimeMs}`
          })
        const before = sums()
        const said = await run({ scope: 'all', dryRun: true })
        expect(sums()).toEqual(before)
        const done = await run({ scope: 'all' })
        expect(done.json.plan_hash).toBe(said.json.plan_hash)
        expect(done.json.plan_id).toBe(said.json.plan_id)
        expect(done.json.buried).toEqual(said.json.buried)
      } finally {
        // The last one is closed after the test.
      }
    }),
    { numRuns: 8 },
  )
})

test('the members of a digest stay as they were, and are found by what they say [LK-24, LK-44]', async () => {
  fillCheckout()
  const before = textsOf()
  const [digest] = (await run(ALL)).json.learningIdsCreated
  for (const [id, content] of before) expect(textsOf().get(id)).toBe(content)
  const under = (await world.run(compactShow, { digest })).json as {
    readonly compacts: readonly string[]
  }
  expect(under.compacts).toEqual(['e11', 'e12', 'e14'])
  const raw = (await world.run(list, { raw: true })).json as {
    readonly items: readonly { readonly id: string }[]
  }
  expect(raw.items.map(({ id }) => id)).toEqual(expect.arrayContaining(['e11', 'e12', 'e14']))
  // A word that the digest itself doesn't have.
  expect(await found('"good result"')).toMatchObject([{ id: digest, via: 'e11' }])
  expect((await world.run(show, { id: 'e11' })).json).toMatchObject({ id: digest, via: 'e11' })
  expect((await world.run(compactReport, { digest })).json).toMatchObject({
    verdict: 'worthwhile',
    guard: { verdict: 'accept' },
  })
})

test('an undo brings the members back, and the digest is not made again', async () => {
  fillCheckout()
  const { undo: command, plan_id: plan } = (await run(ALL)).json
  expect(command).toBe(`varve undo ${plan}`)
  await world.run(undo, { plan })
  expect((await found('"good result"')).map(({ id }) => id)).toEqual(['e11'])
  const again = await run(ALL, NOW + DAY)
  expect(again.json.skipped).toMatchObject([{ ids: ['e11', 'e12', 'e14'], reason: 'declined' }])
})

test('members can be taken from a digest by compact remove', async () => {
  fillCheckout()
  const [digest] = (await run(ALL)).json.learningIdsCreated
  await world.run(compactRemove, { top: digest, note: ['e11'] })
  expect((await found('"good result"')).map(({ id }) => id)).toEqual(['e11'])
})

const SHORT =
  'pool cache queue mail login search index page form batch retry cart stock price photo report upload backup'.split(
    ' ',
  )

test('short notes come under nothing that is larger than they are, and the plan says why [BR-17]', async () => {
  const notes = (textOf: (word: string) => string) =>
    Object.fromEntries(SHORT.map((word) => [`${textOf('').length}${word}`, textOf(word)]))
  fill(notes((word) => `See src/${word}.ts for it all`))
  const specific = (await run({ ...ALL, cluster: 'blind', minAgeDays: 0 })).json
  expect(specific).toMatchObject({ scanned: 18, clustersCompressed: 0, plan_id: null })
  expect(specific.skipped).toMatchObject([{ reason: 'no_saving' }])
  fill(notes((word) => `The ${word} was slow.`))
  const { clusterDetails } = (await run({ ...ALL, cluster: 'blind', minAgeDays: 0 })).json
  for (const { tokens_before: before, tokens_after: after } of clusterDetails)
    expect(after).toBeLessThanOrEqual(0.9 * before)
})

test('with no minimum age a whole import can be consolidated at once [LK-46]', async () => {
  const subjects = ['checkout', 'refunds', 'search', 'login', 'mail']
  fill(
    Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => {
        const name = subjects[at % 5] ?? ''
        const long = `Went through src/${name}.ts with the team for the whole of a long and rainy afternoon, step ${at}. It took ${at + 40} ms. Everybody was glad when it was over in the end.`
        return [
          `i${1000 + at}`,
          { content: at % 2 === 0 ? long : `src/${name}.ts: ${at} ms`, entity: { kind: 'project', name } },
        ]
      }),
    ),
    NOW - 1000,
  )
  const none = await run({ ...ALL, dryRun: true })
  expect(none.json.scanned).toBe(0)
  const { json } = await run({ ...ALL, minAgeDays: 0 })
  expect(json.scanned).toBe(500)
  expect(json.clustersCompressed).toBeGreaterThan(10)
  expect(json.skipped.filter(({ reason }) => reason === 'no_saving').length).toBeGreaterThan(0)
})

describe('a run of one session', () => {
  test('touches what the session worked on, and nothing else [LK-40]', async () => {
    const about = (name: string) => ({ entity: { kind: 'project', name } })
    fill(
      Object.fromEntries(
        CHECKOUT.flatMap(([id, content, fields]) => [
          [id, { content, ...fields }],
          [`x${id}`, { content: `${content} Again.`, ...fields, ...about('refunds') }],
        ]),
      ),
    )
    const source = { kind: 'agent', trust: 'agent', session: 's-1' }
    fill({ mine: { content: 'Read the code of checkout.', source } })
    fill({
      waits: { content: 'The refund page is half done.', mem_state: 'in_progress', ...about('refunds') },
    })
    const { json } = await run({ session: 's-1', scope: 'session' })
    const touched = [json.clusterDetails.map(({ ids }) => ids), json.buried, json.stalled]
    expect(JSON.stringify(touched)).not.toMatch(/"xe1|waits/)
    expect(json.clusterDetails).toMatchObject([{ entity: 'checkout-api', count: 3 }])
    expect((await run({ scope: 'session', session: 's-2' })).json).toMatchObject({
      scanned: 0,
      clustersCompressed: 0,
    })
  })

  test('without a session is of nothing, and says so [LK-40]', async () => {
    fillCheckout()
    const { json, human } = await run({})
    expect(json).toMatchObject({ scanned: 0, plan_id: null, notes: ['no_session'] })
    expect(human).toContain('--scope all')
  })
})

test('what nobody asks for is buried: hidden, and found by id, by its words and by undo [LK-31]', async () => {
  fill({
    old: 'The staging cluster is named heron.',
    new: { content: 'The mail runs at six.', created: NOW - DAY },
  })
  const before = textsOf()
  const { json } = await run({ scope: 'all' })
  expect(json.buried).toMatchObject([{ id: 'old' }])
  expect(textsOf()).toEqual(before)
  expect(await found('heron')).toEqual([])
  expect((await found('heron', { includeBuried: true })).map(({ id }) => id)).toEqual(['old'])
  expect((await world.run(show, { id: 'old' })).json).toMatchObject({
    content: 'The staging cluster is named heron.',
  })
  const listed = async (input: object) =>
    ((await world.run(list, input)).json as { readonly items: readonly { readonly id: string }[] }).items.map(
      ({ id }) => id,
    )
  expect(await listed({})).toEqual(['new'])
  expect(await listed({ includeBuried: true })).toEqual(expect.arrayContaining(['new', 'old']))
  expect(await listed({ raw: true })).toEqual(expect.arrayContaining(['new', 'old']))
  await world.run(undo, { plan: json.plan_id })
  expect((await found('heron')).map(({ id }) => id)).toEqual(['old'])
  await world.run(edit, { id: 'old', bury: true })
  await world.run(edit, { id: 'old', unbury: true })
  expect((await found('heron')).map(({ id }) => id)).toEqual(['old'])
})

test('a buried text that is said again comes back with its id, and nothing is added [LK-32]', async () => {
  fill({ old: { content: 'The staging cluster is named heron.', entity: undefined } })
  await run({ scope: 'all' })
  const records = world.context.reading().size().records
  const { json } = await world.run(add, {
    text: 'The staging cluster is named heron.',
    category: 'uncategorised',
  })
  expect(json).toMatchObject({ status: 'unburied', id: 'old' })
  expect(world.context.reading().size()).toMatchObject({ entries: 1, heads: 1, records: records + 1 })
})

test('what was forgotten and is asked for again wakes at the next run', async () => {
  fill({ old: 'The staging cluster is named heron.' })
  await run({ scope: 'all' })
  world.context.writing().noteAccesses(
    [...world.context.reading().entries({ visibility: 'all' })].map(({ id }) => ({
      entry: id,
      at: NOW + DAY,
      session: '',
      kind: 'show',
    })),
  )
  expect((await run({ scope: 'all' }, NOW + 2 * DAY)).json.woken).toEqual(['old'])
  expect((await found('heron')).map(({ id }) => id)).toEqual(['old'])
  expect((await run({ scope: 'all' }, NOW + 3 * DAY)).json.buried).toEqual([])
})

test('a person may bury what is protected, with a reason, and take it back [LK-12]', async () => {
  fillCheckout()
  const [digest] = (await run(ALL)).json.learningIdsCreated
  await world.run(edit, { id: 'e15', pin: true })
  for (const id of [digest, 'e15']) {
    const refused = await world.run(edit, { id, bury: true }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'usage',
      fix: [`varve edit ${id} --bury --force --reason "no longer needed"`],
    })
    await expect(world.run(edit, { id, bury: true, force: true })).rejects.toMatchObject({ code: 'usage' })
    const { json } = await world.run(edit, { id, bury: true, force: true, reason: 'told so' })
    expect(
      ((await world.run(list, {})).json as { items: { id: string }[] }).items.map((item) => item.id),
    ).not.toContain(id)
    await world.run(undo, { plan: (json as { plan_id: string }).plan_id })
    expect(
      ((await world.run(list, {})).json as { items: { id: string }[] }).items.map((item) => item.id),
    ).toContain(id)
  }
})

test('what an entry is filed under is no part of its text [LK-04]', async () => {
  await world.run(add, {
    text: 'The pool holds 20.',
    layer: 'impl',
    altitude: 'architecture',
    memType: 'work',
    memState: 'done',
  })
  await world.run(add, { text: 'The implementation of the pool is done.', category: 'operations' })
  expect(await found('implementation')).toHaveLength(1)
  for (const query of ['altitude', 'architecture', '"state done"', 'what', 'work'])
    expect(await found(query)).toEqual([])
})

test('an importance out of range is refused, and nothing is made to fit [LK-03]', async () => {
  for (const importance of [-0.1, 1.1, Number.NaN, '0.5']) {
    await expect(world.run(add, { text: 'The pool holds 20.', importance })).rejects.toMatchObject({
      code: 'invalid_value',
      exitCode: 2,
    })
  }
  const { json } = await world.run(add, { text: 'The pool holds 20.', importance: 1 })
  expect((await world.run(show, { id: (json as { id: string }).id })).json).toMatchObject({ importance: 1 })
})

test('a plan is kept in a file, and applied as it is; a stale one is refused', async () => {
  fillCheckout()
  const kept = await run({ ...ALL, planOut: 'plan.json' })
  expect(kept.json.plan).toMatchObject({ file: 'plan.json', operations: 4 })
  expect(kept.human).toContain('varve consolidate --plan-in plan.json')
  const context = { ...world.context, cwd: world.project }
  expect(existsSync(join(context.cwd, 'plan.json'))).toBe(true)
  const done = await run({ planIn: 'plan.json' })
  expect(done.json.plan_hash).toBe(kept.json.plan_hash)
  expect((await found('"good result"'))[0]?.via).toBe('e11')
  await expect(run({ planIn: 'plan.json' })).rejects.toMatchObject({ code: 'stale_plan', exitCode: 3 })
})

test.each([
  ['edited', { text: 'The pool was set to 21 in config/db.ts.' }],
  ['retracted', { retract: true }],
  ['moved to another scope', { scope: 'branch:other' }],
])('a kept plan is refused where a member was %s since', async (_, change) => {
  fillCheckout()
  await run({ ...ALL, planOut: 'plan.json' })
  await world.run(edit, { id: 'e11', ...change })
  await expect(run({ planIn: 'plan.json' })).rejects.toMatchObject({ code: 'stale_plan' })
})

test('a kept plan that puts entries under what it does not add is refused', async () => {
  fillCheckout()
  await run({ ...ALL, planOut: 'plan.json' })
  const file = join(world.project, 'plan.json')
  const plan = JSON.parse(readFileSync(file, 'utf8'))
  const operations = plan.operations.flatMap((each: { op: string }) =>
    each.op === 'entry.add' ? [] : [{ ...each, top: 'e15' }],
  )
  writeFileSync(file, JSON.stringify({ ...plan, operations }))
  await expect(run({ planIn: 'plan.json' })).rejects.toThrow()
})

test('answers to two questions are not pressed into one: what they replaced would be shown again', async () => {
  fillCheckout()
  for (const [id, key] of [
    ['e11', 'pool'],
    ['e12', 'retries'],
  ]) {
    await world.run(edit, { id, key })
    fill({ [`old-${id}`]: { content: `Once it was otherwise with ${key}.`, key, created: 1000 } })
  }
  const before = (await found('otherwise')).length
  const { json } = await run({ ...ALL, noSweep: true })
  for (const { ids } of json.clusterDetails) expect(ids.includes('e11') && ids.includes('e12')).toBe(false)
  expect((await found('otherwise')).length).toBe(before)
})

test('a run that is not due does nothing, and one that is due runs', async () => {
  fillCheckout()
  expect((await run({ ...ALL, ifDue: true })).json.clustersCompressed).toBe(1)
  const early = await run({ ...ALL, ifDue: true }, NOW + 6 * DAY)
  expect([early.json, early.human]).toEqual([{ ok: true, skipped_run: 'not_due' }, ''])
  expect((await run({ ...ALL, ifDue: true }, NOW + 7 * DAY)).json.ok).toBe(true)
})

test('while another process is at it a run says so, and takes over what a killed one left [LK-41]', async () => {
  fillCheckout()
  const hold = (until: number) =>
    world.context
      .writing()
      .transact('test', (writer) => writer.takeLease({ name: 'consolidate', holder: 'other', until }, 0))
  hold(NOW + 60_000)
  await expect(run(ALL)).rejects.toMatchObject({ code: 'busy', exitCode: 1 })
  expect((await run({ ...ALL, ifDue: true })).json).toEqual({ ok: true, skipped_run: 'busy' })
  expect((await run(ALL, NOW + 60_001)).json.clustersCompressed).toBe(1)
  expect(
    world.context
      .reading()
      .leases()
      .map(({ name }) => name),
  ).not.toContain('consolidate')
})

test.each([
  { minAgeDays: -1 },
  { minAgeDays: Number.NaN },
  { minAgeDays: 'a' },
  { scope: 'some' },
  { banana: true },
])('input %o is refused', async (input) => {
  await expect(run(input)).rejects.toMatchObject({ exitCode: 2 })
})
