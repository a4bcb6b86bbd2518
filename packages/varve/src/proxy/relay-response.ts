import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Responses are read for their usage up to so many bytes. */
const MOST_READ = 16 * 2 ** 20

/** Passes a response on as it comes; `read` gets its text when it is over. */
export function relay(
  answer: IncomingMessage,
  response: ServerResponse,
  read?: (text: string) => void,
): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  const chunks: Buffer[] = []
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (read !== undefined && size <= MOST_READ) chunks.push(chunk)
  })
  answer.pipe(response)
  answer.once('error', () => response.destroy())
  if (read === undefined) return
  answer.once('end', () => {
    try {
      read(decoded(Buffer.concat(chunks), answer.headers['content-encoding']))
    } catch {
      // Usage is a courtesy: a response whose end can't be read was passed on all the same.
    }
  })
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8')
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  return (encoding === 'deflate' ? inflateSync(bytes) : bytes).toString('utf8')
}
