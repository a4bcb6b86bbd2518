import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Sandbox, startProcess } from './sandbox.ts'

const EVERY_COMMAND = fileURLToPath(new URL('./processes/every-command.ts', import.meta.url))

const place = new Sandbox()
afterAll(() => place.remove())

async function run(...words: readonly string[]): Promise<{ ran: number; reached: readonly string[] }> {
  const { ended } = startProcess(process.execPath, ['--conditions=varve-source', EVERY_COMMAND, ...words], {
    cwd: place.project,
    env: place.env,
  })
  return JSON.parse((await ended).stdout)
}

test('no command without --llm opens a socket or loads what talks to a model, though one is switched on [SL-01]', async () => {
  const models = [
    { name: 'local', provider: 'openai-compatible', model: 'llama', baseUrl: 'http://127.0.0.1:9/v1' },
  ]
  mkdirSync(place.home, { recursive: true })
  mkdirSync(join(place.project, '.varve'), { recursive: true })
  writeFileSync(join(place.home, 'config.json'), JSON.stringify({ models }))
  // One try: what fails is not tried again after a pause.
  const memory = { compaction: { llmAssisted: true, stalenessCheck: true, retries: 0 } }
  writeFileSync(join(place.project, '.varve/config.json'), JSON.stringify({ memory }))
  const without = await run()
  expect(without.ran).toBeGreaterThan(100)
  expect(without.reached).toEqual([])
  // What is looked for is found where a model is asked for.
  place.ask(['add', 'Always use pnpm', '--scope', 'project'])
  place.ask(['add', 'Use pnpm for packages', '--scope', 'project'])
  expect((await run('compact', '--llm')).reached).toEqual(
    expect.arrayContaining(['module @varve/models', 'module ai']),
  )
})
