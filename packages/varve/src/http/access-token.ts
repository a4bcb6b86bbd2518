import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { createFileOnce } from '../files/create-file-once.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { type Environment, varveHome } from '../project/varve-home.ts'

/** What a client must show, and where it was found. */
export interface AccessToken {
  readonly token: string
  /** The variable, or the file. */
  readonly source: string
}

/** `VARVE_HTTP_TOKEN`, else this user's own, which is made when it is first needed. */
export function accessToken(cwd: string, env: Environment): AccessToken {
  const given = env.VARVE_HTTP_TOKEN
  if (given !== undefined && given !== '') return { token: longEnough(given, VARIABLE), source: VARIABLE }
  const file = join(varveHome(cwd, env), 'http-token')
  createFileOnce(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  return { token: longEnough((readTextFile(file) ?? '').trim(), file), source: file }
}

const VARIABLE = 'VARVE_HTTP_TOKEN'

/** A shorter one could be guessed. */
const LEAST_BITS = 128

function longEnough(token: string, source: string): string {
  if (mostBits(token) >= LEAST_BITS && !/\s/.test(token)) return token
  throw new VarveError(
    'invalid_value',
    `the token of ${source} must have ${LEAST_BITS} bits or more (32 hexadecimal digits, or 22 letters and digits), and no space`,
    {
      subjects: [source],
      fix: [source === VARIABLE ? `unset ${VARIABLE}` : `rm ${JSON.stringify(source)}`],
    },
  )
}

/** As many as it has where it was drawn at random from the least alphabet that it can be of. */
function mostBits(token: string): number {
  const perCharacter = /^[\da-f]*$/i.test(token) ? 4 : 6
  return token.length * perCharacter
}
