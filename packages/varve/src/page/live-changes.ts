const LOOK_AFTER_MS = 700
/** What keeps a quiet connection open. */
const PING_AFTER_LOOKS = 20

type Listener = (line: string) => void

/** Tells every open page that the memory has changed, whoever changed it. Looks only while a page is open. */
export class LiveChanges {
  readonly #moment: () => Promise<string>
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | undefined
  #looks = 0
  #last: string | undefined

  /** `moment` names where the memory stands; undefined while it can't be told. */
  constructor(moment: () => Promise<string>) {
    this.#moment = moment
  }

  /** What later changes are told against: where the memory stands before any page has read it. */
  async begin(): Promise<void> {
    this.#last = await this.#moment().catch(() => undefined)
  }

  /** Events until `signal` ends them. */
  stream(signal: AbortSignal): Response {
    const encoder = new TextEncoder()
    let listener: Listener | undefined
    const stop = () => {
      if (listener !== undefined) this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.close()
    }
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        listener = (line) => controller.enqueue(encoder.encode(line))
        listener(': open\n\n')
        this.#listeners.add(listener)
        this.#timer ??= setTimeout(() => this.#look(), LOOK_AFTER_MS)
        signal.addEventListener('abort', stop, { once: true })
      },
      cancel: stop,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const moment = await this.#moment().catch(() => this.#last)
    if (moment !== this.#last && this.#last !== undefined) this.#tell('event: change\ndata: {}\n\n')
    else if (++this.#looks % PING_AFTER_LOOKS === 0) this.#tell(': still here\n\n')
    this.#last = moment
    if (this.#timer === undefined) return
    // A page that came meanwhile has set one too.
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#look(), LOOK_AFTER_MS)
  }

  #tell(line: string): void {
    for (const listener of this.#listeners) listener(line)
  }
}
