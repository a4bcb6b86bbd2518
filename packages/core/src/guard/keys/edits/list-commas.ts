import { isMark, isProseWord } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E10: the comma before the last of a list. */
export const dropListCommas: KeyEdit = (tokens, { profile }) => {
  return tokens.filter((token, index) => {
    const next = tokens[index + 1]
    return !(isMark(token, ',') && isProseWord(next) && profile.listWords.has(next.text))
  })
}
