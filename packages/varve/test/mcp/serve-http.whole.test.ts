import { statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { longSession } from '../../../../test/scenarios/long-session.ts'
import { main } from '../../src/cli/main.ts'
import { accessToken } from '../../src/http/access-token.ts'
import type { WebServer } from '../../src/http/start-web-server.ts'
import { describeTools } from '../../src/mcp/describe-tools.ts'
import { startServer } from '../../src/mcp/http/serve-http.ts'
import { loadOperation } from '../../src/mcp/load-operation.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { MOST_MESSAGE_BYTES } from '../../src/serve/most-message-bytes.ts'
import { TestServer } from './open-server.ts'

const token = 'a-token-that-is-long-enough'
let there: TestServer
let server: WebServer | undefined
afterEach(async () => {
  await server?.close()
  there.close()
})

/** Over HTTP and by lines, on one memory. */
async function open() {
  there = new TestServer({ profile: 'full' })
  server = await startServer(there.host, { profile: 'full', token, host: '127.0.0.1', port: 0 })
  const { url } = server
  const headers = { authorization: `Bearer ${token}` }
  const post = (operation: string, body: unknown = {}, more: Record<string, string> = {}) =>
    fetch(`${url}/api/${operation}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    url,
    headers,
    post,
    // As the schemas of the answers say, which tests of the command hold.
    json: async <T = unknown>(operation: string, body?: object) =>
      (await (await post(operation, body)).json()) as T,
  }
}

/** What the command line prints as JSON. */
async function command(args: readonly string[]): Promise<unknown> {
  let printed = ''
  await main({
    args: [...args, '--json'],
    version: '0.0.0',
    debug: false,
    open: async () => there.open(),
    writeOut: (text) => {
      printed += text
    },
    writeError: (text) => {
      printed += text
    },
  })
  return JSON.parse(printed)
}

interface Fitted {
  readonly session: string
  readonly largest: readonly { readonly handle: string }[]
}

type Same = readonly [
  operation: string,
  given: object,
  args: readonly string[],
  tool: string,
  toolGiven?: object,
]

const PAIRS = `id\tlabel\tclass\tlang\ta\tb\tctx
1\tdistinct\tnumber\ten\tThe API listens on port 3000.\tThe API listens on port 3001.\t
`

/** How relevant an entry is falls with its age from one look to the next, and each look is counted. */
const still = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (key, value) => (key === 'relevance' || key === 'usage' ? 0 : value)))

describe('a server over HTTP', () => {
  it('gives the data that commands and tools give for equal input [RS-53] [MG-53] [CAM-139]', async () => {
    const { json, post } = await open()
    await there.start()
    const { id } = await json<{ id: string }>('add', {
      text: 'Use pnpm, never npm.',
      category: 'conventions',
      tag: 'tooling',
    })
    await json('add', { text: 'The API listens on port 3000.' })
    const check = { source: id, output: 'Use pnpm, never npm.' }
    const pair = { a: 'The API listens on port 3000.', b: 'The API listens on port 3001.' }
    writeFileSync(join(there.project, 'pairs.tsv'), PAIRS)
    writeFileSync(join(there.project, 'session.jsonl'), longSession(70))
    writeFileSync(join(there.project, 'short.jsonl'), longSession(8))
    const { session, largest } = await json<Fitted>('fit', { transcript: 'session.jsonl', save: true })
    const [{ handle } = expect.fail()] = largest
    const calls: readonly Same[] = [
      ['search', { text: 'pnpm' }, ['pnpm'], 'varve_search', { query: 'pnpm' }],
      ['show', { id, history: true }, [id, '--history'], 'varve_show'],
      [
        'context',
        { query: 'pnpm', max_tokens: 300 },
        ['--query', 'pnpm', '--max-tokens', '300'],
        'varve_context',
      ],
      ['list', { category: 'conventions' }, ['--category', 'conventions'], 'varve_list'],
      ['tree', { id }, [id], 'varve_tree'],
      ['path', { from: id, to: id }, [id, id], 'varve_path'],
      ['log', {}, [], 'varve_compact', { action: 'log' }],
      ['review', {}, [], 'varve_compact', { action: 'review' }],
      ['compact', { dry_run: true }, ['--dry-run'], 'varve_compact', { action: 'run', dry_run: true }],
      ['consolidate', { scope: 'all', dryRun: true }, ['--scope', 'all', '--dry-run'], 'varve_consolidate'],
      ['guard/pair', pair, [pair.a, pair.b], 'varve_guard_pair'],
      ['guard/check', check, ['--source', id, '--output', check.output], 'varve_guard_check'],
      ['guard/eval', { files: 'pairs.tsv' }, ['pairs.tsv'], 'varve_guard_eval'],
      ['fit/recall', { handle, range: '2-3' }, [handle, '--range', '2-3'], 'context_recall'],
      ['fit', { transcript: 'short.jsonl' }, ['short.jsonl'], 'context_fit'],
      ['fit/pins', { session }, ['--session', session], 'varve_fit_pins'],
      ['show', { id: 'ffffffff' }, ['ffffffff'], 'varve_show'],
      ['search', { text: 'x', limit: -1 }, ['x', '--limit=-1'], 'varve_search', { query: 'x', limit: -1 }],
    ]
    for (const [operation, given, args, tool, toolGiven = given] of calls) {
      const printed = still(await command([...operation.split('/'), ...args]))
      expect(still(await json(operation, given)), operation).toEqual(printed)
      const { result } = await there.call(tool, toolGiven)
      expect(still(result?.structuredContent), tool).toEqual(printed)
    }
    for (const operation of ['pair', 'check', 'eval']) {
      const { human, records } = await runOperation(
        await loadOperation(`guard ${operation}`),
        operation === 'pair'
          ? pair
          : operation === 'check'
            ? { ...check, source: [id] }
            : { files: ['pairs.tsv'] },
        () => there.open().context,
      )
      const given = operation === 'pair' ? pair : operation === 'check' ? check : { files: ['pairs.tsv'] }
      const formats = [
        ['text/plain', human],
        ['text/x-varve-records', records],
      ] as const
      for (const [accept, text] of formats) {
        expect(await (await post(`guard/${operation}`, given, { accept })).text()).toBe(text)
      }
    }
  })

  it('serves clients of both eras of the protocol, and lets them take a call back', async () => {
    const { url, headers } = await open()
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
      )
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28')
      expect((await client.listTools()).tools).toEqual(await describeTools('full'))
      await client.callTool({ name: 'varve_add', arguments: { text: `Said in ${mode}.` } })
      const found = await client.callTool({ name: 'varve_search', arguments: { query: 'said' } })
      expect(found.structuredContent).toMatchObject({ total: mode === 'legacy' ? 1 : 2 })
      const taken = new AbortController()
      const calls = [
        client.callTool({ name: 'varve_add', arguments: { text: `Kept in ${mode}.` } }),
        client.callTool(
          { name: 'varve_add', arguments: { text: `Taken back in ${mode}.` } },
          { signal: taken.signal },
        ),
      ]
      taken.abort()
      await expect(Promise.all(calls)).rejects.toThrow()
      await calls[0]
      await client.close()
    }
    expect(await there.open().context.reading().size()).toMatchObject({ entries: 4 })
  })

  it('serves clients of the protocol’s first package, which most hosts are built on', async () => {
    const { url, headers } = await open()
    const client = new FirstClient({ name: 'test', version: '1' })
    await client.connect(new FirstTransport(new URL('/mcp', url), { requestInit: { headers } }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('varve_add')
    await client.callTool({ name: 'varve_add', arguments: { text: 'Said by the first client.' } })
    const found = await client.callTool({ name: 'varve_search', arguments: { query: 'said' } })
    expect(found.structuredContent).toMatchObject({ total: 1 })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('entity-handoff')
    const { contents } = await client.readResource({ uri: 'varve://index' })
    expect(JSON.stringify(contents)).toContain('Said by the first client.')
    await client.close()
  })

  it('answers nobody without the token, from a page elsewhere, or by another name', async () => {
    const { url, headers } = await open()
    const port = new URL(url).port
    const status = (more: Record<string, string>, path = '/api/list') =>
      new Promise<number>((resolve, reject) => {
        // `fetch` sets the name of the host itself.
        const request = httpRequest({ port, path, method: 'POST', headers: { ...headers, ...more } })
        request.on('response', (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        request.on('error', reject)
        request.end('{}')
      })
    for (const path of ['/api/list', '/mcp']) {
      expect(await status({ authorization: '' }, path)).toBe(401)
      expect(await status({ host: 'evil.example' }, path)).toBe(403)
      expect(await status({ origin: 'https://evil.example' }, path)).toBe(403)
    }
    expect(await status({})).toBe(200)
    expect(await status({}, '/else')).toBe(404)
  })

  it('tells what was wrong with a request, and goes on', async () => {
    const { url, headers, post } = await open()
    const told = async (answer: Response) => {
      const { error } = (await answer.json()) as { error: { type: string } }
      return [answer.status, error.type]
    }
    expect(await told(await post('nothing'))).toEqual([404, 'not_found'])
    expect(await told(await post('purge', { ids: ['aaaa'] }))).toEqual([404, 'not_found'])
    expect(await told(await post('list', '{'))).toEqual([400, 'invalid_value'])
    expect(await told(await post('list', '[]'))).toEqual([400, 'invalid_value'])
    expect(await told(await post('list', { colour: 'red' }))).toEqual([400, 'unknown_flag'])
    expect(await told(await post('show', { id: 'ffffffff' }))).toEqual([404, 'not_found'])
    expect(await told(await fetch(`${url}/api/list`, { headers }))).toEqual([400, 'usage'])
    expect(await told(await post('add', 'x'.repeat(MOST_MESSAGE_BYTES + 1)))).toEqual([400, 'invalid_value'])
    const big = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'ping',
        params: { x: 'x'.repeat(MOST_MESSAGE_BYTES) },
      }),
    })
    expect(big.status).toBe(413)
    await big.body?.cancel()
    expect((await post('list')).status).toBe(200)
  })

  it('answers whatever is posted with JSON-RPC or a refusal, and goes on', async () => {
    const { url, headers, post } = await open()
    const method = fc.constantFrom(
      ...['tools/call', 'tools/list', 'resources/read', 'prompts/get', 'completion/complete', 'skills/get'],
      ...['ping', 'initialize', 'notifications/cancelled', 'subscriptions/listen', 'nothing', ''],
    )
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.constantFrom('varve_search', 'varve_show', 'entity-handoff', ''),
          arguments: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    )
    const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null))
    const message = fc.record(
      { jsonrpc: fc.constantFrom('2.0', '1.0'), id, method, params },
      { requiredKeys: ['jsonrpc'] },
    )
    const body = fc.oneof(
      message.map((each) => JSON.stringify(each)),
      fc.json(),
      fc.string(),
    )
    const version = fc.constantFrom(undefined, '2025-11-25', '2026-07-28', 'x')
    await fc.assert(
      fc.asyncProperty(body, version, async (text, protocol) => {
        const gone = AbortSignal.timeout(5000)
        const answer = await fetch(`${url}/mcp`, {
          method: 'POST',
          signal: gone,
          headers: {
            ...headers,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(protocol !== undefined && { 'mcp-protocol-version': protocol }),
          },
          body: text,
        })
        const told = await answer.text()
        expect(answer.status).toBeLessThan(500)
        const parts = answer.headers.get('content-type')?.includes('event-stream')
          ? told.split('\n').flatMap((line) => (line.startsWith('data: {') ? line.slice(6) : []))
          : [told].filter((each) => each !== '')
        for (const part of parts) expect([JSON.parse(part)].flat()[0]).toMatchObject({ jsonrpc: '2.0' })
      }),
      { numRuns: 120 },
    )
    expect((await post('list')).status).toBe(200)
  })

  it('keeps one token a user, for this user alone; refuses one that could be guessed [RS-55]', async () => {
    await open()
    const { project, env } = there
    const { token: made, source } = accessToken(project, env)
    expect(made).toMatch(/^[\w-]{32}$/)
    expect(statSync(source).mode & 0o777).toBe(0o600)
    expect(accessToken(project, env)).toEqual({ token: made, source })
    expect(accessToken(project, { ...env, VARVE_HTTP_TOKEN: token }).token).toBe(token)
    for (const weak of [
      'short',
      '0123456789abcdef0123456789abcde',
      'a-token-of-21-letters',
      'a token with 24 letters!',
    ]) {
      expect(() => accessToken(project, { ...env, VARVE_HTTP_TOKEN: weak })).toThrow(/128 bits/)
    }
    for (const strong of ['0123456789abcdef0123456789abcdef', 'a-token-of-22-letters.']) {
      expect(accessToken(project, { ...env, VARVE_HTTP_TOKEN: strong }).token).toBe(strong)
    }
  })
})
