import { createHash, randomBytes } from 'node:crypto'

/** A new token, which nobody guesses: only its holder has it. */
export function newToken(): string {
  return `vt_${randomBytes(32).toString('base64url')}`
}

/** What a server knows of a token. It has all of chance's bits, so a plain digest tells nothing of it. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
