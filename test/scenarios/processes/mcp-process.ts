import { type ChildProcess, spawn } from 'node:child_process'
import { BIN, NODE, type Sandbox } from '../sandbox.ts'

export interface Reply {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly result?: {
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: Record<string, unknown>
    readonly isError?: boolean
    readonly [name: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string }
}

export interface McpOptions {
  readonly args?: readonly string[]
  readonly nodeArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** `varve mcp` as an agent starts it, spoken to line by line. */
export class McpProcess {
  readonly child: ChildProcess
  /** Each line of standard output. */
  readonly lines: string[] = []
  stderr = ''
  readonly ended: Promise<number | null>
  readonly #waiting = new Map<string | number, (reply: Reply) => void>()
  #rest = ''
  #next = 1

  constructor(sandbox: Sandbox, { args = [], nodeArgs = [], env = {} }: McpOptions = {}) {
    const child = spawn(NODE, [...nodeArgs, BIN, 'mcp', ...args], {
      cwd: sandbox.project,
      env: { ...sandbox.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk
    })
    child.stdin.on('error', () => undefined)
    this.child = child
    this.ended = new Promise((resolve) => child.on('close', resolve))
  }

  async start(): Promise<this> {
    const clientInfo = { name: 'test', version: '1' }
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return this
  }

  request(method: string, params: object = {}): Promise<Reply> {
    const id = this.#next++
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve))
    this.write(`${JSON.stringify({ method, params, jsonrpc: '2.0', id })}\n`)
    return reply
  }

  call(name: string, given: object = {}): Promise<Reply> {
    return this.request('tools/call', { name, arguments: given })
  }

  write(text: string): void {
    this.child.stdin?.write(text)
  }

  /** Ends its input, as an agent does that is done. */
  end(): Promise<number | null> {
    this.child.stdin?.end()
    return this.ended
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      this.lines.push(line)
      const reply = parse(line)
      if (reply?.id !== undefined && reply.id !== null) this.#waiting.get(reply.id)?.(reply)
    }
  }
}

function parse(line: string): Reply | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
