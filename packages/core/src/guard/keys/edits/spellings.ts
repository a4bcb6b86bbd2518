import { isProseWord, type KeyToken, reworded } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E6: one spelling of a word, and abbreviations in full. */
export const unifySpellings: KeyEdit = (tokens, { profile }) => {
  const spellingOf = (token: KeyToken): string | undefined =>
    isProseWord(token) ? profile.spellings.get(token.text) : undefined
  return tokens.map((token) => {
    const spelling = spellingOf(token)
    return spelling === undefined ? token : reworded(token, spelling)
  })
}
