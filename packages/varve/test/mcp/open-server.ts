import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { compose, type OpenContext } from '../../src/compose.ts'
import { serverFactory } from '../../src/mcp/create-server.ts'
import { LineTransport } from '../../src/mcp/stdio/line-transport.ts'
import type { ToolProfile } from '../../src/operations/tool-profiles.ts'
import { Calls } from '../../src/serve/calls.ts'
import { Memories } from '../../src/serve/memories.ts'
import { ProjectFolders } from '../../src/serve/project-folders.ts'
import type { ServerHost } from '../../src/serve/server-host.ts'

export interface Reply {
  readonly id: string | number | null
  readonly result?: {
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: Record<string, unknown>
    readonly isError?: boolean
    readonly [name: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly method?: string
  readonly params?: Record<string, unknown>
}

/** A server in this process, over pipes of its own, with a project and a home that are thrown away. */
export class TestServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'varve-mcp-'))
  readonly project = join(this.folder, 'project')
  readonly env: Record<string, string> = { VARVE_HOME: join(this.folder, 'home'), VARVE_ACTOR: 'tester' }
  /** All that was written, in order. */
  readonly lines: string[] = []
  readonly said: string[] = []
  readonly #input = new PassThrough()
  readonly #waiting = new Map<string | number, (reply: Reply) => void>()
  readonly #memories: Memories
  /** The process that a server runs in, as this one stands for it. */
  readonly host: ServerHost
  #next = 1

  constructor({
    profile = 'default',
    env = {},
  }: { profile?: ToolProfile; env?: Record<string, string> } = {}) {
    mkdirSync(this.project)
    Object.assign(this.env, env)
    this.host = {
      env: this.env,
      cwd: this.project,
      version: '0.0.0',
      open: (folder, session) => this.open(folder, session),
      say: (text) => this.said.push(text),
    }
    this.#memories = new Memories(this.host)
    const folders = new ProjectFolders(this.host)
    const { version, say } = this.host
    serveStdio(
      serverFactory({
        version,
        profile,
        memories: this.#memories,
        folders,
        calls: new Calls(),
        say,
        patienceMs: 50,
      }),
      {
        transport: new LineTransport({ input: this.#input, write: (line) => this.#take(line) }),
        onerror: (error) => say(error.message),
      },
    )
  }

  /** The memory as another process would have it. */
  open(folder = this.project, session?: string): OpenContext {
    return compose({
      via: 'mcp',
      cwd: folder,
      env: this.env,
      ...(session !== undefined && { session }),
      readInput: async () => '',
      confirm: async () => false,
      editText: async () => undefined,
      progress: () => undefined,
    })
  }

  async start(capabilities: object = {}): Promise<this> {
    const clientInfo = { name: 'test', version: '1' }
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return this
  }

  request(method: string, params: object = {}, id: string | number = this.#next++): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve))
    this.write({ jsonrpc: '2.0', id, method, params })
    return reply
  }

  call(name: string, given: object = {}): Promise<Reply> {
    return this.request('tools/call', { name, arguments: given })
  }

  /** The data of a call that must succeed. */
  async data<T = Record<string, unknown>>(name: string, given: object = {}): Promise<T> {
    const { result, error } = await this.call(name, given)
    if (result === undefined || result.isError) {
      throw new Error(`${name} failed: ${error?.message ?? result?.content?.[0]?.text}`)
    }
    // As the schemas of the answers say, which tests of the command hold.
    return result.structuredContent as T
  }

  /** The text of a call, with the notes below it. */
  async text(name: string, given: object = {}): Promise<string> {
    const { result } = await this.call(name, given)
    return (result?.content ?? []).map(({ text }) => text).join('\n')
  }

  write(message: object | string | Buffer): void {
    const isRaw = typeof message === 'string' || Buffer.isBuffer(message)
    this.#input.write(isRaw ? message : `${JSON.stringify(message)}\n`)
  }

  /** What came with this id, or will. */
  replyTo(id: string | number): Promise<Reply> {
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  close(): void {
    this.#input.end()
    this.#memories.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #take(line: string): void {
    this.lines.push(line)
    const message: Reply = JSON.parse(line)
    if (message.method !== undefined) this.onRequest(message)
    else if (message.id !== null) this.#waiting.get(message.id)?.(message)
  }

  /** What the server asks of its client. */
  onRequest: (message: Reply) => void = () => undefined
}
