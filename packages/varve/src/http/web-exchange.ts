import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { VarveError } from '@varve/core'

/** A request as the web has it. Its signal says when nobody waits for the answer any more. */
export function webRequest(request: IncomingMessage, response: ServerResponse, mostBytes: number): Request {
  const { method = 'GET', url = '/', headers } = request
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(`http://${headers.host}${url}`), {
    method,
    headers: headerPairs(headers),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(Readable.from(limited(request, mostBytes))), duplex: 'half' }),
  })
}

async function* limited(request: IncomingMessage, mostBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostBytes) throw new VarveError('invalid_value', `a request has at most ${mostBytes} bytes`)
    yield chunk
  }
}

function headerPairs(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
}

/** Gives an answer out as it comes, and no faster than it is taken. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat())
  if (answer.body === null) {
    response.end()
    return
  }
  response.flushHeaders()
  // The types of the web and of Node name one class twice.
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
}
