import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model, ModelRequest, ModelResult } from '@varve/core'
import { afterEach, describe, expect, test } from 'vitest'
import { type ModelSettings, openModel } from '../src/index.ts'
import { openScriptedServer, type Reply, type ScriptedServer } from './scripted-server.ts'

const KEY = 'sk-secret-of-the-test'
const ENV = { ...process.env, TEST_KEY: KEY }
const REQUEST: ModelRequest = {
  task: 'abcd',
  prompt: 'dedup/1',
  system: 'Answer with JSON.',
  user: '{"e":"e1","text":"Use pnpm"}',
  schema: {
    type: 'object',
    properties: { groups: { type: 'array', items: { type: 'string' } } },
    required: ['groups'],
    additionalProperties: false,
  },
  maxOutputTokens: 300,
  timeoutMs: 5000,
}

let servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function serve(script: (count: number) => Reply): Promise<ScriptedServer> {
  const server = await openScriptedServer((_, count) => script(count))
  servers.push(server)
  return server
}

type Protocol = Exclude<ModelSettings['provider'], 'command'>
const PROTOCOLS: readonly Protocol[] = ['anthropic', 'openai', 'google', 'openai-compatible']
const BASES: Readonly<Record<Protocol, string>> = {
  anthropic: '/v1',
  openai: '/v1',
  google: '/v1beta',
  'openai-compatible': '/v1',
}

function open(provider: Protocol, { url }: ScriptedServer, signal?: AbortSignal): Promise<Model> {
  return openModel(
    {
      provider,
      model: 'scripted',
      baseUrl: `${url}${BASES[provider]}`,
      keyVariable: 'TEST_KEY',
      prices: { input: 1, output: 10 },
    },
    { env: ENV, folder: tmpdir(), ...(signal !== undefined && { signal }) },
  )
}

describe.each(PROTOCOLS)('over the protocol of %s', (provider) => {
  test('an answer comes as it was written, with what it used and cost, in one request', async () => {
    const server = await serve(() => ({ text: '{"groups": []}' }))
    const model = await open(provider, server)
    expect(await model.complete(REQUEST)).toEqual({
      kind: 'answer',
      text: '{"groups": []}',
      usage: { input: 111, output: 22 },
    })
    expect(model.costOf?.({ input: 1_000_000, output: 100_000 })).toBe(2)
    const [asked] = server.asked
    expect(server.asked).toHaveLength(1)
    expect(asked?.said).toContain('Answer with JSON.')
    expect(asked?.said).toContain('Use pnpm')
    expect(asked?.said).toMatch(/additionalProperties|"groups"/)
    expect(asked?.said).not.toContain(KEY)
    expect(JSON.stringify(asked?.headers)).toContain(KEY)
  })

  const wrong: readonly (readonly [string, Reply, ModelResult])[] = [
    ['no JSON', { text: 'Sure, here you are' }, answer('Sure, here you are')],
    ['half a JSON', { text: '{"groups": [' }, answer('{"groups": [')],
    ['another shape', { text: '{"groups": "all"}' }, answer('{"groups": "all"}')],
    ['orders', { text: '{"groups": [], "run": "rm -rf /"}' }, answer('{"groups": [], "run": "rm -rf /"}')],
  ]
  test.each(wrong)('%s is an answer: who reads it says what is wrong', async (_, reply, result) => {
    const model = await open(provider, await serve(() => reply))
    expect(await model.complete(REQUEST)).toEqual(result)
  })

  const failures: (readonly [string, Reply, object])[] = [
    ['an answer cut at its length', { text: '{"groups": [', finish: 'length' }, { failure: 'cut' }],
    ['a refusal', { text: '', finish: 'refused' }, { failure: 'refused' }],
    [
      'a limit',
      { status: 429, headers: { 'retry-after': '7' } },
      { failure: 'rate_limited', retryAfterMs: 7000 },
    ],
    ['a bad key', { status: 401 }, { failure: 'denied' }],
    ['a forbidden key', { status: 403 }, { failure: 'denied' }],
    ['an error of the server', { status: 500 }, { failure: 'server' }],
    ['a gateway', { status: 503, body: '<html>' }, { failure: 'server' }],
    ['a bad request', { status: 400 }, { failure: 'refused' }],
    ['no body', { status: 200, body: '' }, { failure: 'server' }],
    ['a reset', 'reset', { failure: 'connection' }],
  ]
  // Google's package takes it for an answer that says nothing, which no reader takes for one.
  const another = { status: 200, body: '{"hello": 1}' } as const
  if (provider !== 'google') failures.push(['a body of another kind', another, { failure: 'server' }])
  test.each(failures)('%s is one failure of one attempt, and names no key', async (_, reply, failure) => {
    const server = await serve(() => reply)
    const result = await (await open(provider, server)).complete(REQUEST)
    expect(result).toMatchObject({ kind: 'failure', ...failure })
    expect(JSON.stringify(result)).not.toContain(KEY)
    expect(server.asked).toHaveLength(1)
  })

  test('what takes too long is broken off, and so is what a person ends', async () => {
    const server = await serve(() => 'never')
    const late = await (await open(provider, server)).complete({ ...REQUEST, timeoutMs: 30 })
    expect(late).toMatchObject({ kind: 'failure', failure: 'timeout' })
    const controller = new AbortController()
    const asked = (await open(provider, server, controller.signal)).complete(REQUEST)
    controller.abort()
    expect(await asked).toMatchObject({ kind: 'failure', failure: 'cancelled' })
  })
})

test('no key is looked for where none is named, and a named one that is not set is said before anything is sent', async () => {
  const server = await serve(() => ({ text: '{"groups": []}' }))
  const settings = { provider: 'openai-compatible', model: 'llama', baseUrl: `${server.url}/v1` } as const
  const model = await openModel(settings, { env: {}, folder: tmpdir() })
  expect(await model.complete(REQUEST)).toMatchObject({ kind: 'answer' })
  await expect(
    openModel({ ...settings, keyVariable: 'NOT_SET' }, { env: {}, folder: tmpdir() }),
  ).rejects.toThrow(/NOT_SET/)
  expect(server.asked).toHaveLength(1)
})

describe('an agent’s own command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-command-'))
  const program = join(folder, 'agent.mjs')
  writeFileSync(
    program,
    `import { readFileSync, writeFileSync } from 'node:fs'
const asked = readFileSync(0, 'utf8')
writeFileSync(process.argv[3], JSON.stringify({ asked, session: process.env.VARVE_SESSION, cwd: process.cwd() }))
const how = process.argv[2]
if (how === 'answer') process.stdout.write('{"groups": []}')
if (how === 'fail') { process.stderr.write('not logged in'); process.exit(3) }
if (how === 'never') setInterval(() => {}, 1000)
if (how.startsWith('child')) {
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  child.unref()
  if (how === 'child-left') process.stdout.write('{"groups": []}', () => process.exit(0))
  else setInterval(() => {}, 1000)
}
`,
  )
  const ask = async (how: string, change: Partial<ModelRequest> = {}) => {
    const note = join(folder, `${how}.json`)
    const command = [process.execPath, program, how, note]
    const model = await openModel({ provider: 'command', command }, { env: ENV, folder: tmpdir() })
    return {
      result: await model.complete({ ...REQUEST, ...change }),
      note: () => JSON.parse(readFileSync(note, 'utf8')),
    }
  }

  test('answers what it is told on standard input, away from the project, in a session that is marked as ours', async () => {
    const { result, note } = await ask('answer')
    expect(result).toEqual({ kind: 'answer', text: '{"groups": []}' })
    expect(note()).toMatchObject({ session: '1', cwd: expect.not.stringContaining('varve/packages') })
    expect(note().asked).toContain('Answer with JSON.')
    expect(note().asked).toContain('Use pnpm')
  })

  test('ends with all that it started, which else would hold its output open', async () => {
    expect((await ask('child-left', { timeoutMs: 60_000 })).result).toEqual({
      kind: 'answer',
      text: '{"groups": []}',
    })
    expect((await ask('child-never', { timeoutMs: 300 })).result).toMatchObject({ failure: 'timeout' })
  })

  test('that fails, or is not there, or never ends is one failure of one attempt', async () => {
    expect((await ask('fail')).result).toMatchObject({
      failure: 'server',
      message: expect.stringContaining('not logged in'),
    })
    expect((await ask('never', { timeoutMs: 300 })).result).toMatchObject({ failure: 'timeout' })
    const missing = await openModel(
      { provider: 'command', command: ['no-such-agent'] },
      { env: ENV, folder: tmpdir() },
    )
    expect(await missing.complete(REQUEST)).toMatchObject({ failure: 'unavailable' })
    rmSync(folder, { recursive: true })
  })
})

function answer(text: string): ModelResult {
  return { kind: 'answer', text, usage: { input: 111, output: 22 } }
}
