import { type ErrorCode, VarveError } from '@varve/core'
import { asVarveError, errorEnvelope } from '../../operations/told-error.ts'

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  team_refused: 403,
  not_found: 404,
  invalid_value: 400,
  busy: 503,
  team_unreachable: 503,
  disk_full: 507,
  internal: 500,
}

/** What is wrong behind the server: the words of that name the database and its login, and are for the log alone. */
const BEHIND: Readonly<Partial<Record<ErrorCode, string>>> = {
  team_unreachable: 'the team’s database doesn’t answer',
  team_missing: 'the team’s database has no schema that its server knows',
  store_newer: 'the team’s database has a newer schema than its server knows',
  internal: 'the team’s server failed; its log says how',
}

export interface ToldAnswer {
  readonly response: Response
  /** For whoever runs the server. */
  readonly log?: string
}

/** What was thrown, as whoever asked is told. */
export function toldAnswer(thrown: unknown): ToldAnswer {
  const error = asVarveError(thrown)
  const { code, message, fix } = error
  const words = BEHIND[code]
  const status = STATUS[code] ?? 409
  if (words === undefined) return { response: refusedBy(error, status) }
  return { response: refusedBy(new VarveError(code, words, { fix }), status), log: message }
}

export function refused(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return refusedBy(new VarveError(code, message), status, headers)
}

export function tooOften(seconds: number): Response {
  return refused(429, 'busy', `asked too often; again in ${seconds} s`, { 'retry-after': String(seconds) })
}

function refusedBy(
  error: VarveError,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(errorEnvelope(error), { status, headers })
}
