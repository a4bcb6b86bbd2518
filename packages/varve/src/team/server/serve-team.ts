import { VarveError } from '@varve/core'
import type { TeamGateway } from '@varve/core/sync'
import { startWebServer, type WebServer } from '../../http/start-web-server.ts'
import { isLoopback } from '../../network/loopback.ts'
import type { ServeTeamRequest } from '../../operations/context.ts'
import { asVarveError } from '../../operations/told-error.ts'
import { untilSignalled } from '../../serve/until-signalled.ts'
import {
  CALL_INPUTS,
  CALLS,
  type CallInput,
  type CallName,
  isCallName,
  MOST_CALL_BYTES,
} from '../team-calls.ts'
import { type AdmissionDesk, admitCall, tooLarge } from './admit-call.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRateLimit } from './rate-limit.ts'
import { RUNS } from './run-call.ts'
import { refused, toldAnswer } from './told-answer.ts'

/** Tokens that nobody has, from one address in a minute. */
const WRONG_A_MINUTE = 30
/** How long what is being answered may take once the server is told to end. */
const GRACE_MS = 10_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface TeamServerOptions extends ServeTeamRequest {
  readonly gateway: TeamGateway
  now(): number
  say(text: string): void
}

/** Answers people who show tokens, until the process is told to end; then it answers what it was asked. */
export async function serveTeam(options: TeamServerOptions): Promise<void> {
  // Before the address is told: whoever waits for it may interrupt at once.
  const ended = untilSignalled()
  try {
    const server = await startTeamServer(options)
    options.say(`Team: ${server.url}\n`)
    await ended
    await server.close(GRACE_MS)
  } finally {
    await options.gateway.close()
  }
}

/** Throws where tokens would come in clear, where the database can't be asked, and where the port is taken. */
export async function startTeamServer(options: TeamServerOptions): Promise<WebServer> {
  const { gateway, host, port, trustProxy, perMinute, now, say } = options
  if (!trustProxy && !isLoopback(host)) throw inClear(host)
  await gateway.check()
  const desk: Desk = {
    ...options,
    metrics: createMetrics(),
    asked: createRateLimit(perMinute, now),
    wrong: createRateLimit(WRONG_A_MINUTE, now),
  }
  return startWebServer({
    host,
    port,
    command: 'varve serve --team',
    mostBytes: MOST_CALL_BYTES,
    refuse: ({ origin }) =>
      origin === undefined ? undefined : { status: 403, message: 'requests of pages aren’t answered' },
    onError: (error) => say(`team: ${asVarveError(error).message}\n`),
    answer: (request, peer) => answerTeam(desk, request, peer),
  })
}

interface Desk extends TeamServerOptions, AdmissionDesk {
  readonly metrics: Metrics
}

function inClear(host: string): VarveError {
  return new VarveError(
    'invalid_value',
    `tokens would come to ${host} in clear: a proxy takes them over TLS`,
    {
      fix: [`varve serve --team --host ${host} --trust-proxy`, 'varve serve --team'],
    },
  )
}

async function answerTeam(desk: Desk, request: Request, peer: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return health(desk)
  if (pathname === '/metrics') {
    return new Response(desk.metrics.render(), { headers: { 'content-type': 'text/plain; version=0.0.4' } })
  }
  const start = desk.now()
  const [project = '', name = '', ...rest] = pathname.startsWith(CALLS)
    ? pathname.slice(CALLS.length).split('/')
    : []
  const isKnown = UUID.test(project) && isCallName(name) && rest.length === 0 && request.method === 'POST'
  const answer = isKnown
    ? await answerCall(desk, { request, peer, project, name })
    : refused(404, 'not_found', 'there is nothing here but a team’s calls')
  desk.metrics.answered(isKnown ? name : 'unknown', answer.status, (desk.now() - start) / 1000)
  return answer
}

async function health({ gateway }: Desk): Promise<Response> {
  try {
    await gateway.check()
    return Response.json({ status: 'ok' })
  } catch {
    return Response.json({ status: 'the database doesn’t answer' }, { status: 503 })
  }
}

interface TeamCall {
  readonly request: Request
  readonly peer: string
  readonly project: string
  readonly name: CallName
}

async function answerCall(desk: Desk, call: TeamCall): Promise<Response> {
  try {
    const { headers } = call.request
    const admitted = await admitCall(desk, { ...call, headers })
    if (admitted instanceof Response) return admitted
    const text = await bodyOf(call.request)
    if (text === undefined) return tooLarge()
    return Response.json({ result: await run(desk, call, call.name, admitted, text) })
  } catch (thrown) {
    const { response, log } = toldAnswer(thrown)
    if (log !== undefined) desk.say(`team: ${call.name}: ${log}\n`)
    return response
  }
}

/** Undefined where it is too large. */
async function bodyOf(request: Request): Promise<string | undefined> {
  try {
    return await request.text()
  } catch (error) {
    if (VarveError.isInstance(error) && error.code === 'invalid_value') return undefined
    throw error
  }
}

async function run<C extends CallName>(
  { gateway, metrics }: Desk,
  { project }: TeamCall,
  name: C,
  user: string,
  text: string,
): Promise<unknown> {
  const input = parsed(name, text)
  const result = await gateway.as(project, user, (team) => RUNS[name](team, input, project))
  if (name === 'page' && Array.isArray(result)) metrics.sent(result.length)
  if (name === 'append' && result !== null && 'records' in input) metrics.appended(input.records.length)
  return result
}

function parsed<C extends CallName>(name: C, text: string): CallInput<C> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new VarveError('invalid_value', 'the body is no JSON')
  }
  const { data, success } = CALL_INPUTS[name].safeParse(value)
  if (!success) throw new VarveError('invalid_value', `that is no call of ${name}`)
  // The schema of this very call made it.
  return data as CallInput<C>
}
