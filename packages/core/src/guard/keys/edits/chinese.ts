import { NOT_POLITE_BEFORE, POLITE_WORD } from '../../language/chinese/fillers.ts'
import { FORBIDDING_WORD, NOT_FORBIDDING_BEFORE, REWORDINGS } from '../../language/chinese/rewordings.ts'
import { isMark, reworded } from '../key-token.ts'
import { type CjkRun, replaceEach, rewriteCjkRuns } from './cjk-runs.ts'
import type { KeyEdit } from './key-edit.ts'

/** E9 and E12 for Chinese: politeness, one way to oblige and one to forbid, one kind of comma. */
export const unifyChinese: KeyEdit = (tokens, { language }) => {
  if (language !== 'zh') return tokens
  const commas = tokens.map((token) => (isMark(token, '、') ? reworded(token, ',') : token))
  return rewriteCjkRuns(commas, rewriteRun)
}

function rewriteRun({ text, opensClause }: CjkRun): string {
  const plain = opensClause ? withoutPoliteWord(text) : text
  const forbidding = opensClause ? forbid(plain) : plain
  return replaceEach(forbidding, REWORDINGS)
}

function withoutPoliteWord(text: string): string {
  return opensWith(text, POLITE_WORD, NOT_POLITE_BEFORE) ? text.slice(1) : text
}

function forbid(text: string): string {
  return opensWith(text, FORBIDDING_WORD, NOT_FORBIDDING_BEFORE) ? `不要${text.slice(1)}` : text
}

function opensWith(text: string, word: string, unlessBefore: string): boolean {
  return text.startsWith(word) && text.length > 1 && !unlessBefore.includes(text.charAt(1))
}
