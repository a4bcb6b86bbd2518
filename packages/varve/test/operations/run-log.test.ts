import { appendFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compact } from '../../src/operations/compact.ts'
import { log } from '../../src/operations/log.ts'
import { listRuns } from '../../src/operations/run-log.ts'
import { openTestContext } from './test-context.ts'

test('a run of stage 1 says which heads came and went, and why; an equal one is not noted', async () => {
  const { context, run, close } = openTestContext()
  const first = await run(add, { text: 'Use npm', category: 'conventions' })
  await run(compact)
  await run(compact)
  const { id } = first.json as { readonly id: string }
  await run(add, { text: 'Use pnpm', category: 'conventions', supersedes: [id] })
  await run(compact)
  const [latest, ...earlier] = listRuns(context, 10)
  expect(earlier).toHaveLength(1)
  expect(latest?.heads_added).toHaveLength(1)
  expect(latest?.heads_removed).toMatchObject([{ id, reason: 'superseded', by: latest?.heads_added?.[0] }])
  const { human } = await run(log, { stage: 'stage1' })
  expect(human).toContain('+1 heads, -1')
  close()
})

test('the log of runs is kept in four files of some 5 MB, the newest runs first [RS-40]', async () => {
  const { context, run, close } = openTestContext()
  const log = join(context.place.dataDir, 'runs.jsonl')
  for (let round = 0; round < 6; round++) {
    await run(add, { text: `Queue q${round} holds ${round} jobs`, category: 'operations' })
    await run(compact)
    appendFileSync(log, `${' '.repeat(5 * 1024 * 1024)}\n`)
  }
  const files = readdirSync(context.place.dataDir).filter((name) => name.startsWith('runs.jsonl'))
  expect(files.sort()).toEqual(['runs.jsonl', 'runs.jsonl.1', 'runs.jsonl.2', 'runs.jsonl.3'])
  for (const name of files) {
    expect(statSync(join(context.place.dataDir, name)).size).toBeLessThan(5.1 * 1024 * 1024)
  }
  expect(listRuns(context, 10)).toHaveLength(1)
  close()
})
