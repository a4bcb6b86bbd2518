import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/operations/audit.ts'
import { fitWindow } from '../../src/operations/fit-window.ts'
import { errorEnvelope } from '../../src/operations/told-error.ts'
import { isLong, RunsApart } from '../../src/page/run-apart.ts'

const ASKED = { operation: audit, raw: {} }
const [, PROGRAM = ''] = process.argv

let folder: string
let apart: RunsApart
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-apart-'))
  const host = { env: process.env, cwd: folder, version: '0', open: () => expect.fail(), say: () => {} }
  apart = new RunsApart(host)
})
afterEach(() => {
  apart.close()
  process.argv[1] = PROGRAM
  rmSync(folder, { recursive: true })
})

/** What is started in the place of the command. */
function program(code: string): void {
  const path = join(folder, 'program.mjs')
  writeFileSync(path, code)
  process.argv[1] = path
}

test('what fails in the other process fails here with the same code, subjects and way out', async () => {
  const error = new VarveError('store_newer', 'a newer program wrote it', {
    subjects: ['db'],
    fix: ['update'],
  })
  program(
    `process.stderr.write(${JSON.stringify(JSON.stringify(errorEnvelope(error)))}); process.exitCode = 3`,
  )
  const { signal } = new AbortController()
  await expect(apart.run(ASKED, signal)).rejects.toMatchObject({
    code: 'store_newer',
    message: 'a newer program wrote it',
    subjects: ['db'],
    fix: ['update'],
  })
})

test('who asks when all others have just gone gets an answer, and no end of theirs', async () => {
  program(`setTimeout(() => process.stdout.write(JSON.stringify({ pid: process.pid })), 300)`)
  const gone = new AbortController()
  const first = apart.run(ASKED, gone.signal)
  const ended = expect(first).rejects.toThrow()
  gone.abort()
  const { json } = await apart.run(ASKED, new AbortController().signal)
  expect(json).toMatchObject({ pid: expect.any(Number) })
  await ended
})

test('each field is a word of its own, whatever it looks like', async () => {
  program(`process.stdout.write(JSON.stringify({ words: process.argv.slice(2) }))`)
  const raw = { session: '--help', preset: 'lean' }
  const asked = { operation: fitWindow, raw }
  expect(isLong(asked)).toBe(true)
  const { json } = await apart.run(asked, new AbortController().signal)
  expect(json).toEqual({ words: ['--json', 'fit', 'window', '--preset=lean', '--', '--help'] })
})

test('one process answers all who ask at once', async () => {
  program(`setTimeout(() => process.stdout.write(JSON.stringify({ pid: process.pid })), 300)`)
  const { signal } = new AbortController()
  const [one, other] = await Promise.all([apart.run(ASKED, signal), apart.run(ASKED, signal)])
  expect(other.json).toEqual(one.json)
})
