import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { doctor } from '../../src/operations/doctor.ts'
import { importFiles } from '../../src/operations/import.ts'
import { list } from '../../src/operations/list.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext | undefined
afterEach(() => opened?.close())

/** The clock of a test stands at 2026-03-07. */
async function openWith(rows: readonly object[], config?: object): Promise<TestContext> {
  opened = openTestContext(config)
  const file = join(opened.project, 'rows.jsonl')
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await opened.run(importFiles, { paths: ['jsonl', file] })
  return opened
}

async function futureDated({ run }: TestContext): Promise<readonly string[]> {
  const { issues } = (await run(doctor)).json as { issues: readonly { code: string; subjects: string[] }[] }
  return issues.filter(({ code }) => code === 'future_dated').flatMap(({ subjects }) => subjects)
}

test('an entry of the future is taken in, reported, and never wins by its date [RS-43] [LS-34]', async () => {
  const context = await openWith([
    { id: 'tomorrow', content: 'Retries are 3', key: 'retries', created: '2026-03-09T00:00:00Z' },
    { id: 'yesterday', content: 'The store is SQLite', created: '2026-03-06T00:00:00Z' },
    { id: 'soon', content: 'Money is in cents', created: '2026-03-07T00:04:00Z' },
  ])
  expect(await futureDated(context)).toEqual(['tomorrow'])
  // Said later, though dated earlier: it is the newer one.
  await context.run(add, { text: 'Retries are 5', key: 'retries' })
  const { items } = (await context.run(list)).json as { items: readonly { content: string }[] }
  expect(items.map(({ content }) => content)).toContain('Retries are 5')
  expect(items.map(({ content }) => content)).not.toContain('Retries are 3')
})

test('how far a date may lie ahead unreported is a setting', async () => {
  const rows = [{ id: 'tomorrow', content: 'Retries are 3', created: '2026-03-08T00:00:00Z' }]
  expect(await futureDated(await openWith(rows, { memory: { futureSkewSecs: 86_400 } }))).toEqual([])
  opened?.close()
  expect(await futureDated(await openWith(rows, { memory: { futureSkewSecs: 0 } }))).toEqual(['tomorrow'])
})
