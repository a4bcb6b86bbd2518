import { request as httpRequest } from 'node:http'
import { type RunningProcess, Sandbox } from '../scenarios/sandbox.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** `varve ui` over a memory of its own, as a real process. */
export class ServedPage {
  readonly sandbox = new Sandbox()
  readonly link: string
  readonly origin: string
  readonly token: string
  readonly #running: RunningProcess
  /** What the command said after the link. */
  said = ''

  private constructor(sandbox: Sandbox, running: RunningProcess, link: string) {
    this.sandbox = sandbox
    this.#running = running
    const { origin, searchParams } = new URL(link)
    this.link = link
    this.origin = origin
    this.token = searchParams.get('token') ?? ''
    running.child.stderr?.on('data', (text) => {
      this.said += text
    })
  }

  static async open(sandbox: Sandbox, port = '0'): Promise<ServedPage> {
    const running = sandbox.spawn(['ui', '--port', port])
    const { promise, resolve } = Promise.withResolvers<string>()
    running.child.stderr?.once('data', (text) => resolve(String(text).trim()))
    return new ServedPage(sandbox, running, await promise)
  }

  /** The head as it is given: `fetch` wouldn't let a test lie about its host. */
  send(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const request = httpRequest(`${this.origin}${path}`, { method, headers }, (response) => {
      let text = ''
      // A stream of events has no end: what it began with is the answer.
      const answered = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        if (response.headers['content-type'] === 'text/event-stream') {
          answered()
          request.destroy()
        }
      })
      response.on('end', answered)
    })
    request.on('error', reject).end(body)
    return promise
  }

  /** As the page asks. */
  post(
    operation: string,
    fields: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return this.send(`/api/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    })
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGINT')
    await this.#running.ended
  }
}
