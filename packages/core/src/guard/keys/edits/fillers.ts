import { type KeyToken, startsWithTexts } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/** E9: what says nothing, at the start of a text until none is left, and anywhere. */
export const dropFillers: KeyEdit = (tokens, { profile }) => {
  if (profile.openingFillers.length === 0) return tokens
  return withoutAnywhere(withoutOpenings(tokens, profile.openingFillers), profile.fillers)
}

function withoutOpenings(
  tokens: readonly KeyToken[],
  openings: readonly (readonly string[])[],
): readonly KeyToken[] {
  let start = 0
  for (;;) {
    const found = openings.find(
      (texts) => start + texts.length < tokens.length && startsWithTexts(tokens, start, texts),
    )
    if (found === undefined) return start === 0 ? tokens : tokens.slice(start)
    start += found.length
  }
}

function withoutAnywhere(
  tokens: readonly KeyToken[],
  fillers: readonly (readonly string[])[],
): readonly KeyToken[] {
  const result: KeyToken[] = []
  for (let index = 0; index < tokens.length; index++) {
    const found = fillers.find((texts) => startsWithTexts(tokens, index, texts))
    const token = tokens[index]
    if (found !== undefined) index += found.length - 1
    else if (token !== undefined) result.push(token)
  }
  return result
}
