import {
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server'
import type { McpRequest } from './client-capabilities.ts'

/** What came of a question: what the client answered, which nobody has looked at, or why it didn't. */
export type ClientReply =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'timeout' | 'cancelled' }
  | { readonly kind: 'refused'; readonly message: string }

/** Asks the client of a call something while the call is under way. */
export interface ClientQuestions {
  ask(question: InputRequest, timeoutMs: number): Promise<ClientReply>
}

/** In the earlier era of the protocol a question is a request of its own. */
export function askDirectly({ send, signal }: McpRequest): ClientQuestions {
  return {
    async ask({ method, params }, timeout) {
      try {
        return { kind: 'answer', value: await send({ method, params: { ...params } }, { timeout, signal }) }
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' }
        if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
          return { kind: 'timeout' }
        return { kind: 'refused', message: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

const MOST_LEFT = 16
const KEY = 'answer'

type Round = CallToolResult | InputRequiredResult

/** What is looked at of the request of a call. */
type AskedRequest = Pick<McpRequest, 'signal' | 'inputResponses'>

/**
 * In the later era a question is an answer, and its reply comes with the same call, made again. What is
 * under way meanwhile waits here; where nobody comes back it goes on without the reply.
 */
export class OpenRuns {
  readonly #runs = new Map<string, OpenRun>()

  /** Begins a call; answers with what came of it, or with its first question. */
  start(
    id: string,
    request: AskedRequest,
    work: (questions: ClientQuestions, signal: AbortSignal) => Promise<CallToolResult>,
  ): Promise<Round> {
    const run = new OpenRun(id, work)
    return this.#follow(id, run, request)
  }

  /** Goes on with a call that was left at a question; undefined where there is none. */
  resume(id: string, request: AskedRequest): Promise<Round> | undefined {
    const run = this.#runs.get(id)
    if (run === undefined) return undefined
    run.reply(request.inputResponses?.[KEY])
    return this.#follow(id, run, request)
  }

  async #follow(id: string, run: OpenRun, { signal }: AskedRequest): Promise<Round> {
    const abort = () => run.abort()
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    this.#keep(id, run)
    const round = await run.next().finally(() => signal.removeEventListener('abort', abort))
    if (run.isDone) this.#runs.delete(id)
    return round
  }

  #keep(id: string, run: OpenRun): void {
    this.#runs.delete(id)
    this.#runs.set(id, run)
    const [oldest] = this.#runs.keys()
    if (this.#runs.size > MOST_LEFT && oldest !== undefined) this.#runs.delete(oldest)
  }
}

interface OpenQuestion {
  readonly question: InputRequest
  readonly reply: (reply: ClientReply) => void
}

class OpenRun implements ClientQuestions {
  isDone = false
  readonly #id: string
  readonly #gone = new AbortController()
  readonly #result: Promise<CallToolResult>
  #open: OpenQuestion | undefined
  #asked = Promise.withResolvers<void>()

  constructor(
    id: string,
    work: (questions: ClientQuestions, signal: AbortSignal) => Promise<CallToolResult>,
  ) {
    this.#id = id
    this.#result = work(this, this.#gone.signal).finally(() => {
      this.isDone = true
    })
    // It may fail while nobody waits for it: who comes back is told.
    this.#result.catch(() => undefined)
  }

  ask(question: InputRequest, timeoutMs: number): Promise<ClientReply> {
    const { signal } = this.#gone
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    return new Promise((resolve) => {
      const settle = (reply: ClientReply): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        this.#open = undefined
        this.#asked = Promise.withResolvers()
        resolve(reply)
      }
      const cancel = () => settle({ kind: 'cancelled' })
      const timer = setTimeout(() => settle({ kind: 'timeout' }), timeoutMs)
      signal.addEventListener('abort', cancel, { once: true })
      this.#open = { question, reply: settle }
      this.#asked.resolve()
    })
  }

  reply(value: unknown): void {
    if (value !== undefined) this.#open?.reply({ kind: 'answer', value })
  }

  abort(): void {
    this.#gone.abort()
  }

  async next(): Promise<Round> {
    const result = await Promise.race([this.#result, this.#asked.promise])
    if (result !== undefined) return result
    // What timed out between the two is asked no more.
    if (this.#open === undefined) return this.next()
    return inputRequired({ inputRequests: { [KEY]: this.#open.question }, requestState: this.#id })
  }
}
