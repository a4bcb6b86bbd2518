import type { Readable } from 'node:stream'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { MOST_MESSAGE_BYTES } from '../../serve/most-message-bytes.ts'
import { IdScanner } from './id-scanner.ts'

const LINE_FEED = 0x0a
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/** What a transport reads from and writes to: standard input and output, but for tests. */
export interface Lines {
  readonly input: Readable
  /** Writes all of it before it returns. */
  write(line: string): void
}

/**
 * JSON-RPC, one message a line. A message that is too long, or none, is answered with an error, and the
 * connection goes on: only its end ends it.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #lines: Lines
  #kept: Buffer[] = []
  #size = 0
  #tooLong: IdScanner | undefined
  #isClosed = false
  #isEnding = false
  readonly #unanswered = new Set<string | number>()

  constructor(lines: Lines) {
    this.#lines = lines
  }

  async start(): Promise<void> {
    const { input } = this.#lines
    input.on('data', this.#read)
    input.on('error', this.#gone)
    input.on('end', this.#end)
    input.on('close', this.#gone)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message)
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const { input } = this.#lines
    input.off('data', this.#read)
    input.pause()
    this.onclose?.()
  }

  /** What was asked before the other side ended is answered. */
  readonly #end = (): void => {
    this.#isEnding = true
    if (this.#unanswered.size === 0) this.close()
  }

  readonly #gone = (): void => {
    if (!this.#isEnding) this.close()
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id)
    if (this.#isEnding && this.#unanswered.size === 0) this.close()
  }

  readonly #read = (chunk: Buffer): void => {
    let rest = chunk
    for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED)) {
      this.#take(rest.subarray(0, at))
      this.#endLine()
      rest = rest.subarray(at + 1)
    }
    this.#take(rest)
  }

  #take(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#tooLong) {
      this.#tooLong.read(bytes)
    } else if (this.#size > MOST_MESSAGE_BYTES) {
      this.#tooLong = new IdScanner()
      for (const kept of this.#kept) this.#tooLong.read(kept)
      this.#tooLong.read(bytes)
      this.#kept = []
    } else if (bytes.length > 0) {
      this.#kept.push(bytes)
    }
  }

  #endLine(): void {
    const [line, size, tooLong] = [Buffer.concat(this.#kept), this.#size, this.#tooLong]
    this.#kept = []
    this.#size = 0
    this.#tooLong = undefined
    if (tooLong) {
      this.#refuse(
        tooLong.id() ?? null,
        INVALID_REQUEST,
        `the request has ${size} bytes; at most ${MOST_MESSAGE_BYTES} are read`,
      )
    } else {
      this.#receive(line.toString('utf8').trim())
    }
  }

  #receive(line: string): void {
    if (line === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      this.#refuse(null, PARSE_ERROR, 'not JSON')
      return
    }
    const message = messageOf(value)
    if (message === undefined) {
      this.#refuse(idOf(value), INVALID_REQUEST, 'not a JSON-RPC 2.0 message')
      return
    }
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id)
    this.onmessage?.(message)
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) this.#settle(cancelled)
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } })
  }

  #write(message: object): void {
    // A line separator inside a string is written as it is: only a line feed ends a message.
    if (!this.#isClosed) this.#lines.write(`${JSON.stringify(message)}\n`)
  }
}

function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

/** A request that was taken back is never answered. */
function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function idOf(value: unknown): string | number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null
}
