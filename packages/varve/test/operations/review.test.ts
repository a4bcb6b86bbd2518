import { contentHash } from '@varve/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compact } from '../../src/operations/compact.ts'
import { compareTexts } from '../../src/operations/compare-texts.ts'
import { edit } from '../../src/operations/edit.ts'
import { list } from '../../src/operations/list.ts'
import { log } from '../../src/operations/log.ts'
import { review } from '../../src/operations/review.ts'
import {
  reviewAccept,
  reviewEdit,
  reviewReject,
  reviewSnooze,
  reviewSupersede,
} from '../../src/operations/review-decide.ts'
import { show } from '../../src/operations/show.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openTestContext()
})
afterEach(() => opened.close())

interface Item {
  readonly id: string
  readonly kind: string
  readonly subjects: readonly string[]
}

async function said(text: string, input: object = {}): Promise<string> {
  const { json } = await opened.run(add, { text, category: 'conventions', ...input })
  return (json as { readonly id: string }).id
}

async function items(all = false): Promise<readonly Item[]> {
  return ((await opened.run(review, { all })).json as { readonly items: readonly Item[] }).items
}

async function shown(): Promise<readonly string[]> {
  const { json } = await opened.run(list, { sort: 'created' })
  return (json as { readonly items: readonly { readonly content: string }[] }).items
    .map((entry) => entry.content)
    .sort()
}

const NEAR = [
  'Run the tests with `pnpm test` before every push',
  'Run tests with `pnpm test` before each push to main',
]

describe('what is added', () => {
  test('is answered with its near relatives, and written all the same [LS-03] [BR-01] [MG-43]', async () => {
    const first = await said('The API listens on port 3000 by default')
    const { json, human } = await opened.run(add, { text: 'The API listens on port 3001 by default' })
    expect(json).toMatchObject({ status: 'added', near: [{ id: first, relation: 'contradiction_hint' }] })
    expect(human).toContain(`contradiction_hint of ${first.slice(0, 8)}`)
    expect(await shown()).toHaveLength(2)
  })

  test('and differs by harmless edits alone is told as safe, and put under the strongest by compact, undoably [MG-44]', async () => {
    await said("Don't use npm")
    const second = await said('Do not use npm')
    const before = await shown()
    expect(before).toHaveLength(2)
    const { json } = await opened.run(compact)
    expect(json).toMatchObject({ safe_duplicates: [{ top: second }] })
    expect(await shown()).toEqual(['Do not use npm'])
    await opened.run(undo)
    expect(await shown()).toEqual(before)
    await opened.run(compact)
    expect(await shown()).toHaveLength(2)
  })
})

test("what was rejected isn't asked again until a text changes; the log lists the refusals in force, with the hashes of their texts [MG-51]", async () => {
  for (const text of NEAR) await said(text)
  const [item] = await items()
  expect((await opened.run(log, { rejected: true })).json).toMatchObject({ items: [], count: 0, runs: [] })
  await opened.run(reviewReject, { id: item?.id })
  expect(await items()).toEqual([])
  const hashes = NEAR.map((content) => contentHash({ content }).slice(0, 12))
  const { human, json } = await opened.run(log, { rejected: true })
  expect(json).toMatchObject({ count: 1, items: [{ ops: [{ op: 'review.resolve', review: item?.id }] }] })
  expect(human).toContain(`${item?.id}  reject, texts `)
  for (const hash of hashes) expect(human).toContain(hash)
  expect((await opened.run(log, { rejected: true, since: '2999-01-01' })).json).toMatchObject({ count: 0 })
  await opened.run(undo)
  expect((await opened.run(log, { rejected: true })).json).toMatchObject({ count: 0 })
  expect(await items()).toHaveLength(1)
})

test('a text that lies under a merge is known when it is said again: no treadmill starts [MG-52]', async () => {
  await said("Don't use npm")
  const top = await said('Do not use npm')
  await opened.run(compact)
  const { json } = await opened.run(add, { text: "Don't use npm" })
  expect(json).toMatchObject({ status: 'duplicate', canonical: top })
  expect(await shown()).toEqual(['Do not use npm'])
})

test('without permission to merge by itself, compact asks about safe duplicates', async () => {
  opened.close()
  opened = openTestContext({ memory: { compaction: { safeDuplicates: 'review' } } })
  await said("Don't use npm")
  await said('Do not use npm')
  await opened.run(compact)
  expect(await shown()).toHaveLength(2)
  expect((await items()).map(({ kind }) => kind)).toEqual(['near_duplicate'])
})

describe('a review item', () => {
  test('of two opposites is one conflict; both stay shown [BR-03] [LS-84]', async () => {
    await said('Run migrations in CI')
    await said('Do not run migrations in CI')
    await said('species A not recorded in dry season')
    await said('species B not seen')
    expect((await items()).map(({ kind }) => kind)).toEqual(['contradiction_hint'])
    expect(await shown()).toHaveLength(4)
  })

  test('that is accepted puts the older near duplicate under the newer', async () => {
    for (const text of NEAR) await said(text)
    const [item] = await items()
    expect(item?.kind).toBe('near_duplicate')
    await opened.run(reviewAccept, { id: item?.id })
    expect(await shown()).toEqual([NEAR[1]])
    expect(await items()).toEqual([])
    await opened.run(undo)
    expect((await items()).map(({ id }) => id)).toEqual([item?.id])
  })

  test('that is rejected is not raised again, unless a text changes [LS-70]', async () => {
    await said(NEAR[0] ?? '')
    const second = await said(NEAR[1] ?? '')
    const [item] = await items()
    await opened.run(reviewReject, { id: item?.id })
    expect(await items()).toEqual([])
    expect((await items(true)).map(({ id }) => id)).toEqual([item?.id])
    await opened.run(edit, { id: second, text: 'Run all tests with `pnpm test` before each push to main' })
    expect((await items()).map(({ id }) => id)).toEqual([item?.id])
  })

  test('is settled by naming a winner, which supersedes the others [LS-69]', async () => {
    const first = await said('The API listens on port 3000 by default')
    await said('The API listens on port 3001 by default')
    const [item] = await items()
    await opened.run(reviewSupersede, { id: item?.id, winner: first })
    expect(await shown()).toEqual(['The API listens on port 3000 by default'])
  })

  test('is settled by a text of one’s own, which supersedes all', async () => {
    const first = await said('The API listens on port 3000 by default')
    await said('The API listens on port 3001 by default')
    const [item] = await items()
    await opened.run(reviewEdit, { id: item?.id, text: 'The API listens on port 3001 since March' })
    expect(await shown()).toEqual(['The API listens on port 3001 since March'])
    const { json } = await opened.run(show, { id: first, raw: true })
    expect(json).toMatchObject({
      content: 'The API listens on port 3000 by default',
      hidden: { reason: 'superseded' },
    })
  })

  test('that is snoozed waits until its day', async () => {
    for (const text of NEAR) await said(text)
    const [item] = await items()
    await opened.run(reviewSnooze, { id: item?.id, days: 1 })
    expect(await items()).toEqual([])
    const later = opened.context.clock.now() + 2 * 86_400_000
    Object.assign(opened.context, { clock: { now: () => later } })
    expect((await items()).map(({ id }) => id)).toEqual([item?.id])
  })

  test('of two values of one key shows the newer; rejected, both are kept [LS-08]', async () => {
    await said('Deploys go through Jenkins', { key: 'deploy' })
    await said('Deploys go through GitHub Actions', { key: 'deploy' })
    expect(await shown()).toEqual(['Deploys go through GitHub Actions'])
    const item = (await items()).find(({ kind }) => kind === 'contradiction')
    await opened.run(reviewReject, { id: item?.id })
    expect(await shown()).toHaveLength(2)
  })

  test('has the same id on every replica [LS-69]', async () => {
    for (const text of NEAR) await said(text)
    const [item] = await items()
    expect(item?.id).toMatch(/^rv_[0-9a-f]{12}$/)
    await expect(opened.run(reviewAccept, { id: 'rv_0000000000ff' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('what is changed while texts are compared is compared as it stands then', async () => {
  await said('The API listens on port 3000 by default')
  const [near, far] = [
    await said('Frogs live in ponds'),
    await said('The API listens on port 3001 by default'),
  ]
  await opened.run(edit, { id: near, text: 'The API listens on port 3002 by default' })
  await opened.run(edit, { id: far, text: 'Toads live in woods' })
  const { context } = opened
  const store = context.writing()
  let keep = () => {}
  const late: typeof store = Object.create(store, {
    transact: {
      value: (label: string, work: Parameters<typeof store.transact>[1]) => {
        keep = () => store.transact(label, work)
      },
    },
  })
  compareTexts({ ...context, writing: () => late })
  await opened.run(edit, { id: near, text: 'Frogs live in lakes' })
  await opened.run(edit, { id: far, text: 'The API listens on port 3003 by default' })
  keep()
  const reader = context.reading()
  expect([...reader.uncompared()]).toEqual([])
  expect([...reader.nearPairs({})].flatMap(({ a, b }) => [a, b])).toContain(far)
  expect([...reader.nearPairs({})].flatMap(({ a, b }) => [a, b])).not.toContain(near)
})

test('questions come in pages, and are there at once where texts wait to be compared', async () => {
  for (const text of NEAR) await said(text)
  const changed = await said('Frogs live in ponds')
  await opened.run(edit, { id: changed, text: 'Frogs live in lakes' })
  const quick = (await opened.run(review, { asCompared: true })).json
  expect(quick).toMatchObject({ total: 1, uncompared: 1, items: [{}] })
  expect((await opened.run(review, { offset: 1 })).json).toMatchObject({ total: 1, uncompared: 0, items: [] })
})

test('who asks again is answered without reading the entries again, and after a decision reads only those it was about', async () => {
  for (const port of [3000, 3001]) await said(`The API listens on port ${port} by default`)
  for (const minutes of [30, 45]) await said(`Sessions expire after ${minutes} minutes of silence`)
  const reader = opened.context.reading()
  const { entries } = reader
  const read: string[] = []
  const counting: typeof entries = function* (query) {
    for (const entry of entries(query)) {
      read.push(entry.id)
      yield entry
    }
  }
  Object.assign(reader, { entries: counting })
  const before = await items()
  expect(before).toHaveLength(2)
  expect(new Set(read).size).toBe(4)
  read.length = 0
  expect(await items()).toEqual(before)
  expect(read).toEqual([])
  const [first] = before
  await opened.run(reviewSupersede, { id: first?.id, winner: first?.subjects[0] })
  read.length = 0
  expect(await items()).toEqual(before.slice(1))
  expect(read.filter((id) => !first?.subjects.includes(id))).toEqual([])
})
