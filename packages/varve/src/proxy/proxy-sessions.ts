import { sessionIdOf, sha256 } from '@varve/core'
import {
  type Fidelity,
  type FittedRequest,
  fitWindowOf,
  type HostFormat,
  type PrepareInput,
  windowOf,
} from '@varve/core/fidelity'

export interface SessionStatus {
  readonly session: string
  readonly calls: number
  readonly tokens: number
  readonly raw: number
  readonly passes: number
  readonly busts: number
  /** In tokens of uncached input. */
  readonly saved: number
  readonly lost: number
}

interface OpenSession {
  readonly fidelity: Fidelity
  /** Of the first part: a request that begins otherwise goes on from a rewritten history. */
  readonly first: string
  calls: number
  tokens: number
  raw: number
}

/** The sessions that go through a proxy, each with a ledger of its own: sub-agents begin otherwise, so they have theirs. */
export class ProxySessions {
  readonly #open: (sessionId: string) => Fidelity
  readonly #sessions = new Map<string, OpenSession>()

  constructor(open: (sessionId: string) => Fidelity) {
    this.#open = open
  }

  /** The request as it is to be sent, and whom to tell of its usage. */
  fit(
    format: HostFormat,
    request: unknown,
    named: string | undefined,
    moment: Pick<PrepareInput, 'now' | 'isLate'>,
  ): FittedRequest<unknown> & { readonly fidelity: Fidelity } {
    const window = windowOf(format, request, '')
    const said = window.messages.find(({ human }) => human)?.parts[0]?.text ?? ''
    const base = named ?? sessionIn(request) ?? [window.overhead.hash, said].join('\0')
    const first = window.messages[0]?.parts[0]?.key ?? ''
    const session = this.#sessionOf(sessionIdOf('varve-proxy', base), first)
    const { fidelity } = session
    const own = { ...window, sessionId: fidelity.sessionId }
    const fitted = fitWindowOf(fidelity, format, request, own, moment)
    session.calls++
    session.tokens += fitted.view.tokens
    session.raw += fitted.view.raw
    return { ...fitted, fidelity }
  }

  #sessionOf(id: string, first: string): OpenSession {
    const name = `${id}/${sha256(first).slice(0, 8)}`
    const known = this.#sessions.get(name)
    if (known !== undefined) return known
    // The first stretch of a session bears its plain name, so that a restart finds its decisions.
    const isFirst = ![...this.#sessions.keys()].some((key) => key.startsWith(`${id}/`))
    const session = { fidelity: this.#open(isFirst ? id : name), first, calls: 0, tokens: 0, raw: 0 }
    this.#sessions.set(name, session)
    return session
  }

  status(): readonly SessionStatus[] {
    return [...this.#sessions.values()].map(({ fidelity, calls, tokens, raw }) => {
      const { passes, memory } = fidelity.state()
      const { busts = 0, saved = 0, lost = 0 } = memory?.totals ?? {}
      return {
        session: fidelity.sessionId,
        calls,
        tokens,
        raw,
        passes: passes.length,
        busts,
        saved: Math.round(saved),
        lost: Math.round(lost),
      }
    })
  }
}

/** What hosts name their session by in the request itself. */
function sessionIn(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const metadata = 'metadata' in request ? request.metadata : undefined
  const user =
    typeof metadata === 'object' && metadata !== null && 'user_id' in metadata ? metadata.user_id : undefined
  const cache = 'prompt_cache_key' in request ? request.prompt_cache_key : undefined
  const name = [cache, user].find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name : undefined
}
