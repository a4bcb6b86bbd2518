import { VarveError } from '@varve/core'
import { isLoopback } from '../../network/loopback.ts'
import { parseErrorEnvelope } from '../../operations/parse-error-envelope.ts'
import { CALLS, type CallInput, type CallName, type CallResults } from '../team-calls.ts'

const DEFAULT_MS = 60_000
/** So often one call is put off because the server asked for it, and so long at most. */
const MOST_WAITS = 8
const LONGEST_WAIT_MS = 30_000

export interface CallOptions {
  readonly url: string
  readonly token: string
  readonly project: string
  readonly timeoutMs?: number | undefined
  /** Ends what is under way. */
  readonly signal: AbortSignal
  wait(ms: number): Promise<void>
}

export type CallTeam = <C extends CallName>(name: C, input: CallInput<C>) => Promise<CallResults[C]>

/** How a server is called over HTTP. What it throws names the server, and never the token. */
export function callTeam({ url, token, project, timeoutMs, signal, wait }: CallOptions): {
  readonly place: string
  readonly call: CallTeam
} {
  const base = baseOf(url)
  const place = `${base.host}${base.pathname.replace(/\/$/, '')}`
  const path = `${base.pathname.replace(/\/$/, '')}${CALLS}${project}/`

  const ask = async (name: CallName, body: string): Promise<Response> => {
    try {
      return await fetch(new URL(`${path}${name}`, base), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        // The token is for this server alone.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs ?? DEFAULT_MS)]),
      })
    } catch (error) {
      throw unreachable(place, reasonOf(error))
    }
  }

  const call: CallTeam = async (name, input) => {
    const body = JSON.stringify(input)
    for (let waits = 0; ; waits += 1) {
      const response = await ask(name, body)
      if (response.status !== 429 || waits === MOST_WAITS) return resultOf(place, response)
      await response.body?.cancel()
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await wait(Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, LONGEST_WAIT_MS))
    }
  }
  return { place, call }
}

function baseOf(url: string): URL {
  const base = URL.parse(url)
  if (base === null || (base.protocol !== 'https:' && base.protocol !== 'http:')) {
    throw new VarveError('invalid_value', 'the address of the team is none of a server', {
      fix: ['VARVE_TEAM_URL=https://varve.example.com varve team status'],
    })
  }
  if (base.username !== '' || base.password !== '') {
    throw new VarveError(
      'invalid_value',
      'the address of the team has a password in it: a token goes beside it',
      {
        fix: ['VARVE_TEAM_TOKEN=<token> varve team status'],
      },
    )
  }
  if (base.protocol === 'http:' && !isLoopback(base.hostname)) {
    throw new VarveError('invalid_value', `over http:// anybody on the way to ${base.host} reads the token`, {
      fix: [`VARVE_TEAM_URL=https://${base.host} varve team status`],
    })
  }
  return base
}

async function resultOf<C extends CallName>(place: string, response: Response): Promise<CallResults[C]> {
  const answer = await jsonOf(place, response)
  if (response.ok && 'result' in answer) return answer.result as CallResults[C]
  throw toldError(place, response.status, answer)
}

/** A server of ours answers JSON; a proxy before it may say anything. */
async function jsonOf(place: string, response: Response): Promise<object> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw unreachable(place, reasonOf(error))
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw unreachable(place, `its answer (${response.status}) is none of a Varve server`)
}

function toldError(place: string, status: number, answer: object): VarveError {
  const told = 'error' in answer ? answer.error : undefined
  const message = textIn(told, 'message') ?? `status ${status}`
  if (status === 401) {
    return new VarveError(
      'team_refused',
      `${place} doesn't know the token: it is missing, wrong, revoked or too old`,
      {
        fix: ['varve team token add <you>', 'VARVE_TEAM_TOKEN=<token> varve team status'],
      },
    )
  }
  const error = parseErrorEnvelope(answer)
  return error === undefined || error.code === 'internal' ? unreachable(place, message) : error
}

function unreachable(place: string, why: string): VarveError {
  return new VarveError('team_unreachable', `the team's server ${place} can't be reached: ${why}`, {
    fix: ['varve knowledge sync'],
  })
}

/** What `fetch` throws says why only in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

function textIn(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : undefined
}
