import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { est1, type Model } from '@varve/core'
import { createScriptedModel, type ScriptedModel } from '@varve/core/testing'
import { afterEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { checkStale } from '../../src/operations/check-stale.ts'
import { compact } from '../../src/operations/compact.ts'
import { edit } from '../../src/operations/edit.ts'
import { log } from '../../src/operations/log.ts'
import { purge } from '../../src/operations/purge.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const PNPM = 'Always use pnpm for packages, never npm.'
const COVERAGE = 'Coverage must stay above 80% on main.'
const PROSE = 'Always use pnpm for packages, never npm; coverage must stay above 80% on main.'
const BULLETS = `## Conventions\n- ${COVERAGE}\n- ${PNPM}\n`

let memory: TestContext
afterEach(() => memory.close())

/** A memory of two conventions, and a model that is asked for nothing but prose. */
async function open(model: Model, compaction: object = {}): Promise<void> {
  const settings = { llmAssisted: true, llmProvider: 'sampling', entryFusion: false, ...compaction }
  const config = { memory: { compaction: { semanticDedup: false, ...settings } } }
  memory = openTestContext(config, undefined, { sampling: model })
  for (const text of [PNPM, COVERAGE]) await memory.run(add, { text, category: 'conventions' })
}

const writing = (text: string): ScriptedModel => createScriptedModel(() => JSON.stringify({ text }))

async function told(input: object): Promise<Readonly<Record<string, unknown>> & { readonly human: string }> {
  const { json, human } = await memory.run(compact, input)
  return { ...(json as object), human }
}

function index(): string {
  return readFileSync(join(memory.context.place.cacheDir, 'index.md'), 'utf8')
}

test('prose stands in the index for the lines that it says all of, in no more room [LS-63]', async () => {
  const model = writing(PROSE)
  await open(model)
  await memory.run(compact)
  const bullets = index()
  expect(bullets).toContain(BULLETS)
  const run = await told({ llm: true })
  expect(run.human).toContain(`+ ${PROSE}`)
  expect(run).toMatchObject({
    index: { narrated: ['conventions'], shown: 2 },
    stage2: { status: 'ok', calls: 1 },
  })
  expect(index()).toContain(`## Conventions\n${PROSE}\n`)
  expect(index()).not.toContain('\n- ')
  expect(est1.count(index())).toBeLessThanOrEqual(est1.count(bullets))

  // Rendered again, without a call: the same bytes, whatever was kept ready.
  const narrated = index()
  await memory.run(compact, { full: true })
  expect(index()).toBe(narrated)
  await memory.run(compact, { llm: true })
  expect([index(), model.asked.length]).toEqual([narrated, 1])

  // Another entry: other lines, so bullets; without it, the same prose again.
  const { json } = await memory.run(add, {
    text: 'Tests lie beside what they test.',
    category: 'conventions',
  })
  await memory.run(compact)
  expect(index()).toContain(`- ${PNPM}\n`)
  await memory.run(edit, { id: String((json as { id: string }).id), retract: true, yes: true })
  await memory.run(compact)
  expect([index().includes(PROSE), model.asked.length]).toEqual([true, 1])
})

test.each([
  ['an invented number', PROSE.replace('80%', '90%')],
  ['a lost fact', 'Always use pnpm for packages, never npm.'],
  ['a flipped negation', PROSE.replace('never npm', 'or npm')],
  ['a list', `- ${PNPM}\n- ${COVERAGE}`],
  ['a heading', `${PROSE}\n===`],
  ['a comment', `${PROSE} <!-- x -->`],
  ['a secret', `${PROSE} ghp_${'a1B2'.repeat(9)}`],
  ['more than the room', `${PROSE} That is how it is done on main, and how it must always stay.`],
  ['nothing', ''],
])('lines stay where the prose has %s, and it is not asked for again [LS-19]', async (_, text) => {
  const model = writing(text)
  await open(model)
  await memory.run(compact)
  const bullets = index()
  expect(await told({ llm: true })).toMatchObject({
    stage2: { rejected: [{ op: 'narrative' }], narratives: [] },
  })
  await memory.run(compact, { llm: true })
  expect([index(), model.asked.length]).toEqual([bullets, 1])
  const { json } = await memory.run(log, { rejected: true })
  expect((json as { proposals: object[] }).proposals).toMatchObject([{ prompt: 'narrate/1' }])
})

test('lines stay where the model is down, and are asked about the next time [LS-19]', async () => {
  let isDown = true
  const model = createScriptedModel(() =>
    isDown ? { kind: 'failure', failure: 'denied', message: 'no key' } : JSON.stringify({ text: PROSE }),
  )
  await open(model)
  await memory.run(compact)
  const bullets = index()
  expect(await told({ llm: true })).toMatchObject({ stage2: { status: 'degraded' } })
  expect(index()).toBe(bullets)
  isDown = false
  await memory.run(compact, { llm: true })
  expect(index()).toContain(PROSE)
})

test('a line with a mark, and what no model may see, stay lines below the prose', async () => {
  const model = writing(PROSE)
  await open(model)
  writeFileSync(join(memory.project, 'package.json'), '{"scripts": {}}')
  await memory.run(add, { text: 'Build with `npm run gone`.', category: 'conventions' })
  await memory.run(checkStale)
  await memory.run(compact, { llm: true })
  expect(index()).toContain(`## Conventions\n${PROSE}\n- Build with \`npm run gone\`. [stale?]\n`)
  expect(JSON.stringify(model.asked)).not.toContain('gone')
})

test('a category of many entries is asked about in parts of ten at most, and keeps its lines where one part fails', async () => {
  let isFailing = true
  const model = createScriptedModel(({ user }) => {
    const texts = user
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { text: string }).text)
    expect(texts.length).toBeLessThanOrEqual(10)
    return JSON.stringify({ text: user.includes('item 1 ') && isFailing ? 'Nothing.' : texts.join(' ') })
  })
  await open(model)
  for (let at = 1; at <= 20; at++) {
    await memory.run(add, {
      text: `Rack ${at} holds the spare disks of item ${at} alone.`,
      category: 'operations',
    })
  }
  expect(await told({ llm: true })).toMatchObject({ index: { narrated: ['conventions'] } })
  isFailing = false
  expect(await told({ llm: true, retryRejected: true })).toMatchObject({
    index: { narrated: ['conventions', 'operations'] },
  })
})

test('a dry run shows the prose and keeps none; --no-prose takes it away, and so does the setting', async () => {
  await open(writing(PROSE))
  await memory.run(compact)
  const bullets = index()
  const dry = await told({ llm: true, dryRun: true })
  expect(dry.human).toContain('would have put prose in place of 2 lines of conventions')
  expect(dry).toMatchObject({
    index: { narrated: ['conventions'] },
    written: expect.arrayContaining(['index.md']),
  })
  expect([index(), existsSync(join(memory.context.place.dataDir, 'prose.json'))]).toEqual([bullets, false])
  await memory.run(compact, { llm: true })
  expect(index()).toContain(PROSE)
  expect(await told({ noProse: true, dryRun: true })).toMatchObject({ index: { narrated: [] } })
  expect(index()).toContain(PROSE)
  await memory.run(compact, { noProse: true })
  expect(index()).toBe(bullets)
})

test('a purge takes the prose that was written from the entry', async () => {
  await open(writing(PROSE))
  await memory.run(compact, { llm: true })
  const [first] = memory.context.reading().compactionRows({})
  await memory.run(purge, { ids: [String(first?.id)], reason: 'test', yes: true })
  await memory.run(compact)
  expect(index()).not.toContain(PROSE)
  expect(readFileSync(join(memory.context.place.dataDir, 'prose.json'), 'utf8')).toBe('[]')
})
