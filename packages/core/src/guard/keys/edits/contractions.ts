import { isProseWord, type KeyToken, reworded } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E2: `don't` is `do not`. */
export const expandContractions: KeyEdit = (tokens, { profile }) => {
  const fullOf = (token: KeyToken): string | undefined =>
    isProseWord(token) ? profile.contractions.get(token.text) : undefined
  return tokens.flatMap(
    (token) =>
      fullOf(token)
        ?.split(' ')
        .map((word) => reworded(token, word)) ?? token,
  )
}
