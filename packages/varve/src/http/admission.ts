import { isIP } from 'node:net'
import { bracketed, hostnameOf, isLoopback } from '../network/loopback.ts'
import { isSameToken } from '../network/same-token.ts'

/** Whom a server answers. */
export interface AdmissionRules {
  readonly token: string
  /** The address that it listens on. */
  readonly host: string
  /** Names of this machine beside it. */
  readonly names?: readonly string[]
}

/** What the head of a request says of where it comes from, as Node has it: names in small letters. */
export interface RequestHead {
  readonly url?: string | undefined
  readonly cookie?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly authorization?: string | undefined
  readonly accept?: string | undefined
}

/** Why a request isn't answered. */
export interface Refusal {
  readonly status: 401 | 403
  readonly message: string
  /** A document that says it to whoever opened the address in a browser. */
  readonly page?: string
}

/**
 * Says whom a server answers: whoever shows the token, and calls it by a name of its own. A page in a
 * browser reaches a port of this machine by the name of another host, or tells another origin.
 */
export function admission({
  token,
  host,
  names = [],
}: AdmissionRules): (head: RequestHead) => Refusal | undefined {
  const shown = `Bearer ${token}`
  const own = new Set([bracketed(host), ...names].map((name) => name.toLowerCase()))
  const isLocal = isLoopback(host)
  // Nobody can point the name of another host at an address that is called by its number.
  const isOwn = (name: string): boolean =>
    own.has(name) || isLoopback(name) || (!isLocal && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  return ({ host: called, origin, authorization = '' }) => {
    if (called === undefined || !isOwn(hostnameOf(`http://${called}`))) {
      return { status: 403, message: `this server isn't called ${called ?? 'nothing'}` }
    }
    if (origin !== undefined && !isOwn(hostnameOf(origin))) {
      return { status: 403, message: `requests of pages from ${origin} aren't answered` }
    }
    if (!isSameToken(authorization, shown))
      return { status: 401, message: 'the token is missing, or another' }
    return undefined
  }
}
