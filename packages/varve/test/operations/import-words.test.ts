import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from '../../src/operations/import.ts'
import { show } from '../../src/operations/show.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let world: TestContext
beforeEach(() => {
  world = openTestContext()
})
afterEach(() => world.close())

test('a word that names a folder here means that folder, though a format has its name', async () => {
  mkdirSync(join(world.project, 'memory-bank'))
  writeFileSync(join(world.project, 'memory-bank/progress.md'), '- Checkout with cards.\n')
  writeFileSync(join(world.project, 'CLAUDE.md'), '- Always use pnpm.\n')
  const { json } = await world.run(importFiles, { paths: ['memory-bank'], dryRun: true })
  expect(json).toMatchObject({ formats: ['memory-bank'], added: 1 })
  // With a path after it, it is the format.
  const named = await world.run(importFiles, { paths: ['memory-bank', '.'], dryRun: true })
  expect(named.json).toMatchObject({ formats: ['memory-bank'], added: 2 })
  const without = await world.run(importFiles, { paths: ['notes'], dryRun: true })
  expect(without.json).toMatchObject({ formats: ['notes'], added: 2 })
})

test('what an entry is about, its layer and its session are shown', async () => {
  const memory = { id: 'm1', memory: 'Likes tea.', user_id: 'ada', run_id: 'run-7', hash: 'h' }
  writeFileSync(join(world.project, 'a.json'), JSON.stringify([memory]))
  await world.run(importFiles, { paths: ['a.json'] })
  const { human: text } = await world.run(show, { id: 'm1' })
  expect(text).toMatch(/^ {2}about {6}user ada$/m)
  expect(text).toMatch(/^ {2}session {4}run-7$/m)
})
