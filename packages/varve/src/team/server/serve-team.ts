import { VarveError } from '@varve/core'
import type { TeamGateway } from '@varve/core/sync'
import { startWebServer, type WebServer } from '../../http/start-web-server.ts'
import type { ServeTeamRequest } from '../../operations/context.ts'
import { asVarveError, errorEnvelope } from '../../operations/told-error.ts'
import { untilSignalled } from '../../serve/until-signalled.ts'
import {
  CALL_INPUTS,
  CALLS,
  type CallInput,
  type CallName,
  isCallName,
  MOST_CALL_BYTES,
} from '../team-calls.ts'
import { tokenDigest } from '../team-token.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { RUNS } from './run-call.ts'

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
  const server = await startTeamServer(options)
  options.say(`Team: ${server.url}\n`)
  await ended
  await server.close(GRACE_MS)
  await options.gateway.close()
}

export async function startTeamServer(options: TeamServerOptions): Promise<WebServer> {
  const { gateway, host, port, perMinute, now, say } = options
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

interface Desk extends TeamServerOptions {
  readonly metrics: Metrics
  /** By member. */
  readonly asked: RateLimit
  /** By address. */
  readonly wrong: RateLimit
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
    const admitted = await admit(desk, call)
    if (admitted instanceof Response) return admitted
    const text = await bodyOf(call.request)
    if (text === undefined)
      return refused(413, 'invalid_value', `a call has at most ${MOST_CALL_BYTES} bytes`)
    return Response.json({ result: await run(desk, call, call.name, admitted, text) })
  } catch (thrown) {
    const error = asVarveError(thrown)
    if (error.code === 'internal') desk.say(`team: ${call.name}: ${error.message}\n`)
    return Response.json(errorEnvelope(error), { status: statusOf(error) })
  }
}

/** The member who asks; else why they aren't answered. Nothing of the body is read before. */
async function admit(desk: Desk, { request, peer, project }: TeamCall): Promise<string | Response> {
  const { headers } = request
  const secure = headers.get('x-forwarded-proto')
  if (desk.trustProxy && secure !== null && secure !== 'https') {
    return refused(403, 'team_refused', 'a token is sent over TLS alone')
  }
  if (Number(headers.get('content-length') ?? 0) > MOST_CALL_BYTES) {
    return refused(413, 'invalid_value', `a call has at most ${MOST_CALL_BYTES} bytes`)
  }
  // The last hop is the proxy's word; what stands before it anybody may have written.
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const address = (desk.trustProxy ? forwarded : undefined) ?? peer
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  const user = token === undefined ? undefined : await desk.gateway.holder(project, tokenDigest(token))
  if (user === undefined) {
    const seconds = desk.wrong.take(address)
    return seconds === undefined
      ? refused(401, 'team_refused', 'the token is missing, wrong, revoked or too old', {
          'www-authenticate': 'Bearer',
        })
      : tooOften(seconds)
  }
  const seconds = desk.asked.take(`${project} ${user}`)
  return seconds === undefined ? user : tooOften(seconds)
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

function refused(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { code: 3, type, message, subjects: [], fix: [] } }, { status, headers })
}

function tooOften(seconds: number): Response {
  return refused(429, 'busy', `asked too often; again in ${seconds} s`, { 'retry-after': String(seconds) })
}

const STATUS: Readonly<Partial<Record<VarveError['code'], number>>> = {
  team_refused: 403,
  not_found: 404,
  invalid_value: 400,
  busy: 503,
  team_unreachable: 503,
  disk_full: 507,
  internal: 500,
}

function statusOf({ code }: VarveError): number {
  return STATUS[code] ?? 409
}
