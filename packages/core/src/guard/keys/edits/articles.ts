import { isProseWord, type KeyToken } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

/**
 * E8: English articles. Not before a function word, because there `a` is a label or `a few` a
 * quantity, nor before a single letter or a mark.
 */
export const dropArticles: KeyEdit = (tokens, { profile }) => {
  if (profile.articles.size === 0) return tokens
  const isArticle = (token: KeyToken): boolean => isProseWord(token) && profile.articles.has(token.text)
  const mayGo = (next: KeyToken | undefined): boolean =>
    next !== undefined &&
    next.kind !== 'mark' &&
    next.text.length > 1 &&
    !(isProseWord(next) && profile.articleKeepers.has(next.text.toLowerCase()))
  return tokens.filter((token, index) => !(isArticle(token) && mayGo(tokens[index + 1])))
}
