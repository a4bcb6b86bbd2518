import { sortedUnique } from '../domain/order.ts'
import { sha256 } from '../domain/sha256.ts'

const NAME_LENGTH = 16

/** Names a set of statements: what is decided of it is remembered by this. */
export function nameOf(prompt: string, keys: readonly string[]): string {
  return sha256(`${prompt}\n${sortedUnique(keys).join('\n')}`).slice(0, NAME_LENGTH)
}
