import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Fidelity } from '@varve/core/fidelity'
import { hostnameOf, isLoopback } from '../network/loopback.ts'
import { isSameToken } from '../network/same-token.ts'
import { ProxySessions } from './proxy-sessions.ts'
import { usageOfResponse } from './read-usage-of-response.ts'
import { relay } from './relay-response.ts'
import { formatOf } from './routes.ts'

export interface ProxyOptions {
  readonly upstream: URL
  readonly host: string
  readonly port: number
  /** Whoever calls from elsewhere must bring it; undefined where only this machine may call. */
  readonly token?: string | undefined
  /** Milliseconds after which a request goes out as it came. */
  readonly timeoutMs: number
  readonly open: (sessionId: string) => Fidelity
  readonly now: () => number
}

export interface RunningProxy {
  readonly url: string
  status(): object
  close(): Promise<void>
}

/** Larger requests are passed on as they come. */
const MOST_BODY = 64 * 2 ** 20

/**
 * Fits the windows of agents that can only change a base URL. A request is changed where its view differs from its
 * window, and else passed on byte by byte; nothing of what is said is kept or logged.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const sessions = new ProxySessions(options.open)
  const server = createServer((request, response) => {
    handle({ options, sessions }, request, response).catch(() => fail(response, 502))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = addressOf(server)
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    status: () => ({ sessions: sessions.status() }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new RangeError('a server on a port has an address')
  return address
}

interface Proxy {
  readonly options: ProxyOptions
  readonly sessions: ProxySessions
}

async function handle(proxy: Proxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAllowed(request, proxy.options)) {
    fail(response, 403)
    return
  }
  const path = request.url ?? '/'
  if (request.method === 'GET' && path === '/varve/status') {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sessions: proxy.sessions.status() }))
    return
  }
  const format = formatOf(request.method, path)
  if (format === undefined || request.headers['content-encoding'] !== undefined) {
    forward(proxy, request, response, undefined)
    return
  }
  const body = await readBody(request)
  if (body.isWhole) await forwardFitted(proxy, { request, response, body: body.bytes })
  else forward(proxy, request, response, body.bytes)
}

/** Pages in a browser can reach a port of this machine: they send an origin, or the name of another host. */
function isAllowed({ headers }: IncomingMessage, { token }: ProxyOptions): boolean {
  if (headers.origin !== undefined) return false
  if (token === undefined) return isLoopback(hostnameOf(`http://${headers.host ?? ''}`))
  return isSameToken(`${headers['x-varve-token'] ?? ''}`, token)
}

async function readBody(
  request: IncomingMessage,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BODY) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}

async function forwardFitted(proxy: Proxy, exchange: Exchange): Promise<void> {
  const fitted = fit(proxy, exchange)
  const { request, response, body } = exchange
  const answer = await send(proxy, request, response, fitted?.bytes ?? body)
  if (answer === undefined) return
  const isChanged = fitted !== undefined && fitted.bytes !== body
  if (answer.statusCode !== 400 || !isChanged) {
    relay(answer, response, (text) => {
      const usage = usageOfResponse(text)
      if (usage !== undefined) fitted?.fidelity.report(usage)
    })
    return
  }
  // Once more as it was; and this session is left alone from now on (CAM-33).
  answer.resume()
  fitted.fidelity.refused('status 400')
  const again = await send(proxy, request, response, body)
  if (again !== undefined) relay(again, response)
}

/** The bytes to send: the very ones that came in, where nothing had to go or anything failed. */
function fit(
  { options, sessions }: Proxy,
  { request, body }: Exchange,
): { readonly bytes: Buffer; readonly fidelity: Fidelity } | undefined {
  const format = formatOf(request.method, request.url ?? '/')
  if (format === undefined) return undefined
  const start = options.now()
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const named = request.headers['x-varve-session']
    const { request: fitted, fidelity } = sessions.fit(
      format,
      parsed,
      typeof named === 'string' ? named : undefined,
      { now: start, isLate: () => options.now() - start > options.timeoutMs },
    )
    return { bytes: fitted === parsed ? body : Buffer.from(JSON.stringify(fitted)), fidelity }
  } catch {
    return undefined
  }
}

/** Asks the provider; undefined where the client has gone meanwhile. */
function send(
  { options }: Proxy,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const upstream = ask(options.upstream, request, body.length)
    upstream.once('response', resolve)
    upstream.once('error', (error) => (response.destroyed ? resolve(undefined) : reject(error)))
    response.once('close', () => upstream.destroy())
    upstream.end(body)
  })
}

function forward(
  { options }: Proxy,
  request: IncomingMessage,
  response: ServerResponse,
  head: Buffer | undefined,
): void {
  const upstream = ask(options.upstream, request, undefined)
  upstream.once('response', (answer) => relay(answer, response))
  upstream.once('error', () => fail(response, 502))
  response.once('close', () => upstream.destroy())
  if (head !== undefined) upstream.write(head)
  request.pipe(upstream)
}

function ask(upstream: URL, request: IncomingMessage, length: number | undefined) {
  const base = upstream.pathname.replace(/\/$/, '')
  const headers: OutgoingHttpHeaders = { ...request.headers, host: upstream.host }
  delete headers['x-varve-session']
  delete headers['x-varve-token']
  delete headers.connection
  if (length !== undefined) {
    delete headers['transfer-encoding']
    headers['content-length'] = length
  }
  const open = upstream.protocol === 'https:' ? httpsRequest : httpRequest
  return open({
    protocol: upstream.protocol,
    hostname: upstream.hostname,
    port: upstream.port,
    path: `${base}${request.url ?? '/'}`,
    method: request.method,
    headers,
  })
}

function fail(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { type: status === 403 ? 'varve_refused' : 'varve_upstream' } }))
}
