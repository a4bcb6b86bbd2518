import { createFakeEmbedder, type FakeEmbedder } from '@varve/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { edit } from '../../src/operations/edit.ts'
import { purge } from '../../src/operations/purge.ts'
import { search } from '../../src/operations/search.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

interface Found {
  readonly items: readonly { readonly id: string; readonly explain: Readonly<Record<string, unknown>> }[]
  readonly issues: readonly { readonly code: string }[]
}

let embedder: FakeEmbedder
let opened: TestContext
beforeEach(() => {
  embedder = createFakeEmbedder([
    ['car', 'automobile', 'vehicle'],
    ['port', 'socket'],
    ['garden', 'flower'],
  ])
  opened = openTestContext(undefined, embedder)
})
afterEach(() => opened.close())

async function addText(text: string): Promise<string> {
  const { json } = await opened.run(add, { text })
  return (json as { id: string }).id
}

async function searchFor(text: string): Promise<Found> {
  return (await opened.run(search, { text: [text], explain: true })).json as Found
}

const idsOf = async (text: string) => (await searchFor(text)).items.map(({ id }) => id)

test('what means the same is found without its words, and says by which rank', async () => {
  const car = await addText('The automobile is washed on Mondays.')
  await addText('The garden is watered daily.')
  const { items } = await searchFor('car')
  expect(items.map(({ id }) => id)).toEqual([car])
  expect(items[0]?.explain).toMatchObject({ word_rank: null, meaning_rank: 1, path: [car] })
  opened.close()
  opened = openTestContext()
  await addText('The automobile is washed on Mondays.')
  expect(await idsOf('car')).toEqual([])
})

test('each text is embedded once, until it changes', async () => {
  await addText('The automobile is washed on Mondays.')
  await searchFor('car')
  await searchFor('vehicle')
  expect(embedder.asked).toEqual(['The automobile is washed on Mondays.', 'car', 'vehicle'])
})

test('meaning follows edits, undo and purge', async () => {
  const id = await addText('The automobile is washed on Mondays.')
  expect(await idsOf('vehicle')).toEqual([id])
  await opened.run(edit, { id, text: 'The flower is watered daily.' })
  expect([await idsOf('vehicle'), await idsOf('garden')]).toEqual([[], [id]])
  await opened.run(undo)
  expect([await idsOf('vehicle'), await idsOf('garden')]).toEqual([[id], []])
  await opened.run(purge, { ids: [id], reason: 'privacy', yes: true })
  expect([await idsOf('vehicle'), await idsOf('garden')]).toEqual([[], []])
})

test('an embedder that fails takes nothing away: words answer, and an issue says so', async () => {
  opened.close()
  const broken = { ...embedder, embed: async () => Promise.reject(new Error('no answer')) }
  opened = openTestContext(undefined, broken)
  const id = await addText('The automobile is washed on Mondays.')
  const { items, issues } = await searchFor('automobile')
  expect(items.map((item) => item.id)).toEqual([id])
  expect(issues).toMatchObject([{ code: 'embedder_failed', message: 'searched by words alone: no answer' }])
})
