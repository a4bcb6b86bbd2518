import { type KeyToken, reworded, startsWithTexts } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E7: `has to` is `must`, `in order to` is `to`. */
export const unifyRewordings: KeyEdit = (tokens, { profile }) => {
  const result: KeyToken[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined) break
    const found = profile.rewordings.find(({ texts }) => startsWithTexts(tokens, index, texts))
    result.push(found === undefined ? token : reworded(token, found.to))
    index += (found?.texts.length ?? 1) - 1
  }
  return result
}
