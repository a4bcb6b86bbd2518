import { isProseWord, reworded } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E6: one spelling of a word, and abbreviations in full. */
export const unifySpellings: KeyEdit = (tokens, { profile }) =>
  tokens.map((token) => {
    const spelling = isProseWord(token) ? profile.spellings.get(token.text) : undefined
    return spelling === undefined ? token : reworded(token, spelling)
  })
