import { isProseWord, reworded } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E2: `don't` is `do not`. */
export const expandContractions: KeyEdit = (tokens, { profile }) =>
  tokens.flatMap((token) => {
    const full = isProseWord(token) ? profile.contractions.get(token.text) : undefined
    return full === undefined ? [token] : full.split(' ').map((word) => reworded(token, word))
  })
