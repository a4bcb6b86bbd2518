import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VarveError } from '@varve/core'
import { bracketed } from '../network/loopback.ts'
import type { Refusal, RequestHead } from './admission.ts'
import { sendResponse, webRequest } from './web-exchange.ts'

export interface WebServerOptions {
  /** The address to listen on. */
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** No request is read further. */
  readonly mostBytes: number
  /** The command that serves, for who finds the port taken. */
  readonly command: string
  /** Why a request isn't answered; nothing else looks at it before. `port` is where the server listens. */
  refuse(head: RequestHead, port: number): Refusal | undefined
  /** Answers what was admitted; `peer` is the address that it came from. */
  answer(request: Request, peer: string): Promise<Response>
  /** What went wrong beside an answer. */
  onError(error: unknown): void
}

export interface WebServer {
  readonly url: string
  /** Takes no more requests, and ends what is being answered once it has had so long. */
  close(graceMs?: number): Promise<void>
}

/** Of everything that is answered: it is of one user alone, and no page may guess what it is. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Serves whoever is admitted. Throws `busy` where something else listens there. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { host, onError } = options
  const server = createServer((request, response) => {
    handle(request, response, { ...options, port: portOf(server) }).catch((error) => {
      if (!response.destroyed) onError(error)
      response.destroy()
    })
  })
  await listen(server, options)
  server.on('error', onError)
  return {
    url: `http://${bracketed(host)}:${portOf(server)}`,
    close: (graceMs = 0) =>
      new Promise((resolve) => {
        const ending = graceMs > 0 ? setTimeout(() => server.closeAllConnections(), graceMs) : undefined
        server.close(() => {
          clearTimeout(ending)
          resolve()
        })
        if (ending === undefined) server.closeAllConnections()
        else server.closeIdleConnections()
      }),
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { refuse, port, answer, mostBytes }: WebServerOptions,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const refusal = refuse({ ...request.headers, url: request.url }, port)
  if (refusal !== undefined) {
    const { status, message, page } = refusal
    response.writeHead(status, {
      'content-type': page === undefined ? 'application/json' : 'text/html; charset=utf-8',
      connection: 'close',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    })
    const error = { code: 1, type: 'refused', message, subjects: [], fix: [] }
    response.end(page ?? `${JSON.stringify({ error })}\n`)
    return
  }
  const peer = request.socket.remoteAddress ?? ''
  await sendResponse(await answer(webRequest(request, response, mostBytes), peer), response)
}

async function listen(server: Server, { host, port, command }: WebServerOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host.replace(/^\[|\]$/g, ''), resolve)
  try {
    await promise
  } catch (error) {
    throw new VarveError(
      'busy',
      `can't listen on ${bracketed(host)}:${port}: ${error instanceof Error ? error.message : error}`,
      {
        subjects: [`${bracketed(host)}:${port}`],
        cause: error,
        fix: [`${command} --port 0`],
      },
    )
  }
  server.off('error', reject)
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string')
    throw new RangeError('a server on a port has an address')
  return address.port
}
