import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BIN, NODE, Sandbox, startProcess } from './sandbox.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

function configure(counter: string): void {
  sandbox.write('.varve/config.json', JSON.stringify({ memory: { counter } }))
}

test.each(['cl100k', 'o200k', 'claude'])('the index is counted by %s where that is set', (counter) => {
  configure(counter)
  sandbox.run(['add', 'Always use pnpm, never npm or yarn.', '--category', 'conventions'])
  expect(sandbox.askJson(['compact'])).toMatchObject({ index: { counter, shown: 1 } })
})

test('a counter whose package is missing is an error with the command that installs it', async () => {
  configure('claude')
  const bundle = join(sandbox.folder, 'elsewhere')
  cpSync(dirname(BIN), bundle, { recursive: true })
  const run = await startProcess(NODE, [join(bundle, 'varve.mjs'), 'compact'], {
    cwd: sandbox.project,
    env: sandbox.env,
  }).ended
  expect(run.status).toBe(3)
  expect(run.stderr).toContain('memory.counter claude needs a package that is not installed')
  expect(run.stderr).toContain('npm install ai-tokenizer@1.0.6')
  // Nothing else depends on it.
  const list = startProcess(NODE, [join(bundle, 'varve.mjs'), 'list'], {
    cwd: sandbox.project,
    env: sandbox.env,
  })
  expect((await list.ended).status).toBe(0)
})
