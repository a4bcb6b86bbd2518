import { VarveError } from '@varve/core'

/** What PostgreSQL answers to an append where somebody else was first. */
export class HeadMoved extends Error {
  override readonly name = 'HeadMoved'
}

/** A failure of a statement in our own codes. The server's own words hold no credentials; a driver's may. */
export function serverError(error: unknown, place: string): Error {
  const code = sqlState(error)
  if (code === undefined) return unreachable(error, place)
  switch (code) {
    case '40001':
      return new HeadMoved()
    case '42501':
      return new VarveError('team_refused', `the team's server refused: ${messageOf(error)}`, {
        fix: ['varve team status'],
      })
    case '3F000':
    case '42P01':
    case '42883':
      return new VarveError('team_missing', `${place} has no schema of Varve's`, {
        fix: ['varve team create <name>'],
      })
    case 'P0002':
      return new VarveError('not_found', messageOf(error), { fix: ['varve team status'] })
    case '23505':
      return taken(error, place)
    case '23514':
      return refusedValue(error)
    case '53100':
      return new VarveError('disk_full', `the team's server has no space left: ${messageOf(error)}`)
    default:
      // Classes 08, 53, 57, 58: the connection, a lack of means, an operator, the system under it.
      if (/^(?:08|53|57|58)/.test(code)) return unreachable(error, place)
      // Class 22: a value that no column takes.
      return code.startsWith('22')
        ? refusedValue(error)
        : new VarveError('internal', `the team's server failed: ${messageOf(error)} (${code})`)
  }
}

function refusedValue(error: unknown): VarveError {
  return new VarveError('invalid_value', messageOf(error), { fix: ['varve team status'] })
}

/** What is there already, though whoever asked couldn't see it. */
function taken(error: unknown, place: string): VarveError {
  return property(error, 'table') === 'journal'
    ? new VarveError('team_refused', `${place} has a record of that id under another number`, {
        fix: ['varve knowledge sync --full'],
      })
    : new VarveError(
        'team_refused',
        `${place} has that already, and doesn't let you in: ${messageOf(error)}`,
        {
          fix: ['varve team status'],
        },
      )
}

/** Nobody answered, or not as a server would. */
export function unreachable(error: unknown, place: string): VarveError {
  const code = sqlState(error)
  // Class 28: who is asking is not let in. 3D000: no such database.
  const why =
    code !== undefined && /^(?:28|3D)/.test(code)
      ? messageOf(error)
      : (systemCode(error) ?? tlsFailure(error) ?? (code === undefined ? 'no answer' : messageOf(error)))
  return new VarveError('team_unreachable', `the team's server ${place} can't be reached: ${why}`, {
    fix: ['varve knowledge sync'],
  })
}

/** PostgreSQL's own code of an error: five characters. */
export function sqlState(error: unknown): string | undefined {
  const code = property(error, 'code')
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined
}

function systemCode(error: unknown): string | undefined {
  const code = property(error, 'code')
  return code !== undefined && /^E[A-Z]+$/.test(code) ? code : undefined
}

/** Why there is no secure connection. Such words are of certificates and names, never of a login. */
function tlsFailure(error: unknown): string | undefined {
  const code = property(error, 'code') ?? ''
  const message = property(error, 'message')
  const isTls = /CERT|^ERR_(?:TLS|SSL)|^UNABLE_TO|^HOSTNAME_MISMATCH/.test(code)
  return isTls || message?.includes('does not support SSL') === true ? message : undefined
}

function messageOf(error: unknown): string {
  return property(error, 'message') ?? 'an error without words'
}

function property(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
