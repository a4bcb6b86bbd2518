import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT, Sandbox } from '../scenarios/sandbox.ts'

const clone = new Sandbox()
afterAll(() => clone.remove())

test('a fresh clone takes in the project’s own memory, and holds every decision in its words', () => {
  for (const part of ['config.json', 'journal']) {
    cpSync(join(ROOT, '.varve', part), join(clone.project, '.varve', part), { recursive: true })
  }
  clone.json(['knowledge', 'sync'])
  const { items } = clone.json<{ items: readonly { content: string }[] }>(['list', '--raw', '--limit', '500'])
  const held = items.map(({ content }) => content.trim())
  const decisions = join(ROOT, 'docs/decisions')
  // Missing one: varve import adr docs/decisions --scope project && varve knowledge sync
  const missing = readdirSync(decisions).filter(
    (name) => !held.includes(readFileSync(join(decisions, name), 'utf8').trim()),
  )
  expect(missing).toEqual([])
})
