import type { TeamGateway } from '@varve/core/sync'
import { MOST_CALL_BYTES } from '../team-calls.ts'
import { tokenDigest } from '../team-token.ts'
import type { RateLimit } from './rate-limit.ts'
import { refused, tooOften } from './told-answer.ts'

export interface AdmissionDesk {
  readonly gateway: TeamGateway
  readonly trustProxy: boolean
  /** By member. */
  readonly asked: RateLimit
  /** By address. */
  readonly wrong: RateLimit
}

export interface CallHead {
  readonly headers: Headers
  /** The address that it came from. */
  readonly peer: string
  readonly project: string
}

/** The member who asks; else why they aren't answered. Nothing of the body is read before. */
export async function admitCall(desk: AdmissionDesk, call: CallHead): Promise<string | Response> {
  const { headers, peer, project } = call
  if (desk.trustProxy && lastHop(headers, 'x-forwarded-proto') !== 'https') {
    return refused(403, 'team_refused', 'a token is sent over TLS alone: the proxy doesn’t say that this was')
  }
  if (Number(headers.get('content-length') ?? 0) > MOST_CALL_BYTES) return tooLarge()
  const address = (desk.trustProxy ? lastHop(headers, 'x-forwarded-for') : undefined) ?? peer
  // Who guesses doesn't get as far as the database.
  const guessed = desk.wrong.wait(address)
  if (guessed !== undefined) return tooOften(guessed)
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  const user = token === undefined ? undefined : await desk.gateway.holder(project, tokenDigest(token))
  if (user === undefined) {
    desk.wrong.take(address)
    return refused(401, 'team_refused', 'the token is missing, wrong, revoked or too old', {
      'www-authenticate': 'Bearer',
    })
  }
  const seconds = desk.asked.take(`${project} ${user}`)
  return seconds === undefined ? user : tooOften(seconds)
}

export function tooLarge(): Response {
  return refused(413, 'invalid_value', `a call has at most ${MOST_CALL_BYTES} bytes`)
}

/** The proxy's own word; what stands before it anybody may have written. */
function lastHop(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.split(',').at(-1)?.trim()
}
