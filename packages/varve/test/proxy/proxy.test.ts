import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createFidelity, type Fidelity } from '@varve/core/fidelity'
import { expect, onTestFinished, test } from 'vitest'
import { type ProxyOptions, type RunningProxy, startProxy } from '../../src/proxy/start-proxy.ts'

interface Seen {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (seen: Seen, response: ServerResponse) => void

const SECRET = 'sk-ant-a-key-that-nobody-may-log'

async function upstreamWith(answer: Answer): Promise<{ readonly url: URL; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (incoming, response) => {
    const one = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: (await bytesOf(incoming)).toString('utf8'),
    }
    seen.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen }
}

async function proxyTo(
  url: URL,
  open = openFidelity,
  more: Partial<ProxyOptions> = {},
): Promise<RunningProxy> {
  // Far from what is usual: the test is of what is sent, not of how busy the machine is.
  const proxy = await startProxy({
    upstream: url,
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 60_000,
    open,
    now: () => Date.now(),
    ...more,
  })
  onTestFinished(() => proxy.close())
  return proxy
}

function openFidelity(sessionId: string): Fidelity {
  return createFidelity({ sessionId, budget: 100_000, high: 30_000, low: 20_000, strict: true })
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function call(url: string, body: string | undefined, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers: { 'x-api-key': SECRET, ...headers } },
      async (answer) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await bytesOf(answer) })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

function source(name: string): string {
  return Array.from(
    { length: 80 },
    (_, line) => `export const ${name}_${line} = compute_${name}(${line * 111})`,
  ).join('\n')
}

/** A request with odd spaces, which only the very bytes have. */
function requestOf(steps: number): string {
  const messages: object[] = [{ role: 'user', content: 'Read every file' }]
  for (let step = 0; step < steps; step++) {
    messages.push({
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${step}`, name: 'read', input: { path: `src/${step}.ts` } }],
    })
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `c${step}`, content: source(`f${step}`) }],
    })
  }
  return JSON.stringify({ model: 'm', system: 's', messages }, null, 1)
}

const json: Answer = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'x-kept': 'yes' })
    .end('{ "usage" : {"input_tokens": 9000, "output_tokens": 3} }')
}

const STREAM = [
  'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":10,"cache_read_input_tokens":5000,"cache_creation_input_tokens":20}}}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":7}}\n\n',
]

test('below the mark both sides get the very bytes of the other, compressed or not [CAM-116]', async () => {
  const { url, seen } = await upstreamWith(json)
  const { url: base } = await proxyTo(url)
  const body = requestOf(3)
  const plain = await call(`${base}/v1/messages?beta=true`, body, { 'anthropic-beta': 'x' })
  expect(seen[0]).toMatchObject({ path: '/v1/messages?beta=true', body })
  expect(seen[0]?.headers).toMatchObject({ 'x-api-key': SECRET, 'anthropic-beta': 'x' })
  expect(plain.headers['x-kept']).toBe('yes')
  expect(plain.body.toString()).toBe('{ "usage" : {"input_tokens": 9000, "output_tokens": 3} }')
  const packed = gzipSync('{"usage":{"input_tokens":9000}}')
  const zipped = await upstreamWith((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
  )
  const other = await proxyTo(zipped.url)
  expect((await call(`${other.url}/v1/messages`, body)).body).toEqual(packed)
})

test('a stream is passed on as it comes, and its usage is read [CAM-116]', async () => {
  const { url } = await upstreamWith((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of STREAM) response.write(event)
    response.end()
  })
  let opened: Fidelity | undefined
  const { url: base } = await proxyTo(url, (id) => (opened = openFidelity(id)))
  const { body } = await call(`${base}/v1/messages`, requestOf(3))
  expect(body.toString()).toBe(STREAM.join(''))
  expect(opened?.state().memory?.ratios).toHaveLength(1)
})

test('above the mark the upstream gets less, and the session is told apart from others', async () => {
  const { url, seen } = await upstreamWith(json)
  const proxy = await proxyTo(url)
  await call(`${proxy.url}/v1/messages`, requestOf(40))
  await call(`${proxy.url}/v1/messages`, requestOf(41).replace('Read every file', 'You are a sub-agent'))
  expect(seen[0]?.body).toContain('tok elided')
  expect((seen[0]?.body.match(/"tool_use"/g) ?? []).length).toBe(40)
  const status = JSON.parse((await call(`${proxy.url}/varve/status`, undefined)).body.toString())
  expect(status.sessions.map(({ passes }: { passes: number }) => passes)).toEqual([1, 1])
  expect(status.sessions[0].raw).toBeGreaterThan(status.sessions[0].tokens)
})

test('a fitted request that is refused is sent once more as it was, and no other of the session is changed [CAM-33]', async () => {
  const { url, seen } = await upstreamWith(({ body }, response) => {
    const isFitted = body.includes('tok elided')
    response.writeHead(isFitted ? 400 : 200).end(isFitted ? '{"error":"tool_use ids"}' : '{}')
  })
  const { url: base } = await proxyTo(url)
  const body = requestOf(40)
  expect((await call(`${base}/v1/messages`, body)).status).toBe(200)
  await call(`${base}/v1/messages`, requestOf(60))
  const raw = [body, requestOf(60)]
  expect(seen.map((one) => (raw.includes(one.body) ? 'raw' : 'fitted'))).toEqual(['fitted', 'raw', 'raw'])
  expect(seen.at(-1)?.body).toBe(requestOf(60))
})

test('a view that takes too long to make is not sent, and nothing of it is decided [CAM-08]', async () => {
  const { url, seen } = await upstreamWith(json)
  let isSlow = true
  let clock = 0
  let opened: Fidelity | undefined
  const proxy = await proxyTo(url, (id) => (opened = openFidelity(id)), {
    timeoutMs: 50,
    now: () => (clock += isSlow ? 60 : 0),
  })
  await call(`${proxy.url}/v1/messages`, requestOf(40))
  expect(seen[0]?.body).toBe(requestOf(40))
  const raw = opened?.state().memory?.cache.sent
  expect(opened?.state()).toMatchObject({ passes: [], decisions: [] })
  isSlow = false
  await call(`${proxy.url}/v1/messages`, requestOf(40))
  expect(seen[1]?.body).toContain('tok elided')
  expect(opened?.state().memory?.cache.sent).toBeLessThan(raw ?? 0)
  expect(opened?.state().memory?.cache.expected).toBe(raw)
})

test('no key and no text is in the status or in any answer of the proxy itself [CAM-117]', async () => {
  const { url } = await upstreamWith(json)
  const proxy = await proxyTo(url)
  await call(`${proxy.url}/v1/messages`, requestOf(40))
  const told = [
    JSON.stringify(proxy.status()),
    (await call(`${proxy.url}/varve/status`, undefined)).body.toString(),
    (
      await call(`${proxy.url}/v1/messages`, requestOf(1), { origin: 'https://evil.example' })
    ).body.toString(),
  ]
  for (const text of told) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('Read every file')
  }
})

test('pages of a browser are refused: by their origin, and by the name of another host [CAM-117]', async () => {
  const { url, seen } = await upstreamWith(json)
  const { url: base } = await proxyTo(url)
  expect((await call(`${base}/v1/messages`, requestOf(1), { origin: 'http://localhost:3000' })).status).toBe(
    403,
  )
  expect((await call(`${base}/v1/messages`, requestOf(1), { host: 'rebound.example' })).status).toBe(403)
  expect(seen).toEqual([])
  const guarded = await proxyTo(url, openFidelity, { token: 'secret' })
  expect((await call(`${guarded.url}/v1/messages`, requestOf(1))).status).toBe(403)
  expect((await call(`${guarded.url}/v1/messages`, requestOf(1), { 'x-varve-token': 'secret' })).status).toBe(
    200,
  )
  expect(seen[0]?.headers['x-varve-token']).toBeUndefined()
})

test('what is none of its business, and what it can not read, goes through as it came [CAM-119]', async () => {
  const { url, seen } = await upstreamWith(({ path }, response) =>
    response.writeHead(path === '/v1/models' ? 418 : 529, { 'retry-after': '7' }).end('busy'),
  )
  const { url: base } = await proxyTo(url)
  expect(await call(`${base}/v1/models`, undefined)).toMatchObject({
    status: 418,
    headers: { 'retry-after': '7' },
  })
  const broken = '{"messages": [oh'
  expect((await call(`${base}/v1/messages`, broken)).status).toBe(529)
  expect(seen.at(-1)?.body).toBe(broken)
})

test('a client that goes away takes the request to the upstream along [CAM-119]', async () => {
  let closed: (() => void) | undefined
  const ended = new Promise<void>((resolve) => {
    closed = resolve
  })
  const { url } = await upstreamWith((_, response) => {
    response.once('close', () => closed?.())
    response.writeHead(200).write('slow')
  })
  const { url: base } = await proxyTo(url)
  const sent = request(`${base}/v1/messages`, { method: 'POST' }, (answer) =>
    answer.once('data', () => sent.destroy()),
  )
  sent.once('error', () => undefined)
  sent.end(requestOf(2))
  await ended
})

test.each([
  ['/v1/chat/completions', { messages: chat(40) }, 'tool_calls'],
  ['/v1/responses', { input: items(40) }, 'function_call"'],
  ['/v1beta/models/g:generateContent', { contents: contents(40) }, 'functionCall'],
] as const)('%s is fitted too', async (path, body, mark) => {
  const { url, seen } = await upstreamWith(json)
  const { url: base } = await proxyTo(url)
  await call(`${base}${path}`, JSON.stringify(body))
  expect(seen[0]?.body).toContain('tok elided')
  expect(seen[0]?.body.split(mark)).toHaveLength(41)
})

function chat(steps: number): readonly object[] {
  const turns = Array.from({ length: steps }, (_, step) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `c${step}`,
          type: 'function',
          function: { name: 'read', arguments: `{"path":"src/${step}.ts"}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `c${step}`, content: source(`f${step}`) },
  ])
  return [{ role: 'user', content: 'Read' }, ...turns.flat()]
}

function items(steps: number): readonly object[] {
  const turns = Array.from({ length: steps }, (_, step) => [
    { type: 'function_call', call_id: `c${step}`, name: 'read', arguments: `{"path":"src/${step}.ts"}` },
    { type: 'function_call_output', call_id: `c${step}`, output: source(`f${step}`) },
  ])
  return [{ role: 'user', content: 'Read' }, ...turns.flat()]
}

function contents(steps: number): readonly object[] {
  const turns = Array.from({ length: steps }, (_, step) => [
    { role: 'model', parts: [{ functionCall: { name: 'read', args: { path: `src/${step}.ts` } } }] },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'read', response: { output: source(`f${step}`) } } }],
    },
  ])
  return [{ role: 'user', parts: [{ text: 'Read' }] }, ...turns.flat()]
}
