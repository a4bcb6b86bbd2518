import { isMark, isProseWord } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

const MIN_CLAUSE = 2
/** With one of these the text has parts that the adjunct may not cross. */
const PARTING = ['.', '!', '?', ';', ':', '(']

/** E11: `For installs, use pnpm` is `Use pnpm for installs`. */
export const moveFrontedAdjunct: KeyEdit = (tokens, { profile }) => {
  const first = tokens[0]
  if (!isProseWord(first) || !profile.adjunctOpeners.has(first.text)) return tokens
  const comma = tokens.findIndex((token) => isMark(token, ','))
  if (comma === -1 || tokens.length - comma - 1 < MIN_CLAUSE) return tokens
  const isParted = tokens.some(
    (token, index) => (index > comma && isMark(token, ',')) || PARTING.some((mark) => isMark(token, mark)),
  )
  return isParted ? tokens : [...tokens.slice(comma + 1), ...tokens.slice(0, comma)]
}
