import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Talks JSON, a line a message, with a child process; answers are matched by their id. */
export class LineClient {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Readonly<Record<string, unknown>>) => void>()
  #next = 1

  constructor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
    if (!this.#child.stdout) throw new Error('no output to read')
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const answer = JSON.parse(line) as Readonly<Record<string, unknown>>
      const id = Number(answer.id)
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    })
  }

  /** Sends a request and waits for its answer. */
  ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const id = this.#next++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  }

  tell(method: string, params: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`)
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.on('close', () => resolve())
      this.#child.stdin?.end()
    })
  }
}
