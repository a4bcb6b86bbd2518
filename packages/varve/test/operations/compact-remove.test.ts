import { afterEach, beforeEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compact } from '../../src/operations/compact.ts'
import { compactRemove } from '../../src/operations/compact-remove.ts'
import { list } from '../../src/operations/list.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openTestContext()
})
afterEach(() => opened.close())

async function said(text: string, supersedes: readonly string[] = []): Promise<string> {
  const { json } = await opened.run(add, { text, supersedes })
  return (json as { readonly id: string }).id
}

async function shown(): Promise<readonly string[]> {
  const { json } = await opened.run(list, { sort: 'created' })
  return (json as { readonly items: readonly { content: string }[] }).items.map((item) => item.content)
}

test('what an entry stood for is shown again, and an undo hides it again', async () => {
  const old = await said('The API listens on port 3000')
  const top = await said('The API listens on port 3001', [old])
  expect(await shown()).toEqual(['The API listens on port 3001'])
  await opened.run(compactRemove, { top, note: [old] })
  expect([...(await shown())].sort()).toEqual([
    'The API listens on port 3000',
    'The API listens on port 3001',
  ])
  await opened.run(undo, {})
  expect(await shown()).toEqual(['The API listens on port 3001'])
})

test('the command that an issue names mends it', async () => {
  const top = await said('The API listens on port 3001', ['gone-0001'])
  const issues = async () =>
    ((await opened.run(compact, {})).json as { readonly issues: readonly { code: string }[] }).issues
  expect((await issues()).map(({ code }) => code)).toEqual(['dangling_supersedes'])
  await opened.run(compactRemove, { top, note: ['gone-0001'] })
  expect(await issues()).toEqual([])
})

test('a lineage that is not there is named', async () => {
  const top = await said('The API listens on port 3001')
  await expect(opened.run(compactRemove, { top, all: true })).rejects.toThrow('stands for nothing')
  await expect(opened.run(compactRemove, { top })).rejects.toThrow('either --note or --all')
})
