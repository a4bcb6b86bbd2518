import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { readIndex } from '../../src/operations/cache/read-index.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext | undefined
afterEach(() => opened?.close())

function open(config?: object): TestContext {
  opened = openTestContext(config)
  return opened
}

test('a read with a stale hash rebuilds the index, and one with a fresh hash writes nothing [LS-12]', async () => {
  const { context, run } = open()
  await run(add, { text: 'Use pnpm', category: 'conventions' })
  expect(readIndex(context).text).toContain('- Use pnpm')
  const file = join(context.place.cacheDir, 'index.md')
  const written = statSync(file, { bigint: true })
  readIndex(context)
  expect(statSync(file, { bigint: true })).toMatchObject({ ino: written.ino, mtimeNs: written.mtimeNs })
  await run(add, { text: 'Money is in cents', category: 'conventions' })
  expect(readIndex(context).text).toContain('- Money is in cents')
})

test.each(['autoCompact', 'enabled'])(
  'without memory.%s the stale index is served, and said to be stale',
  async (name) => {
    const { context, run } = open({ memory: { [name]: false } })
    await run(add, { text: 'Use pnpm', category: 'conventions' })
    const { text, issues } = readIndex(context)
    expect(text).toBe('')
    expect(issues.map((issue) => issue.code)).toEqual(['index_stale'])
  },
)
