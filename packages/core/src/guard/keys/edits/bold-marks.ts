import { isMark, type KeyToken } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** S3: `**bold**`. Underscores stay, because `__init__` is a name. */
export const dropBoldMarks: KeyEdit = (tokens) => {
  if (!tokens.some((token) => isMark(token, '*'))) return tokens
  const dropped = new Set<number>()
  let opening: number | undefined
  for (let index = 0; index + 1 < tokens.length; index++) {
    if (!isPair(tokens, index)) continue
    const opens = tokens[index]?.isApartBefore === true && tokens[index + 1]?.isApartAfter === false
    if (opening === undefined) {
      if (opens) opening = index
    } else if (!opens && tokens[index]?.isApartBefore === false) {
      for (const start of [opening, index]) dropped.add(start).add(start + 1)
      opening = undefined
    }
    index++
  }
  return dropped.size === 0 ? tokens : tokens.filter((_, index) => !dropped.has(index))
}

function isPair(tokens: readonly KeyToken[], index: number): boolean {
  const isStar = (offset: number): boolean => isMark(tokens[index + offset], '*')
  return isStar(0) && isStar(1) && !isStar(2) && tokens[index]?.isApartAfter === false
}
