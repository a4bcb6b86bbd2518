import {
  FINAL_REWORDINGS,
  LONG_MARK_LENGTH,
  NO_COPULA_AFTER,
  REWORDINGS,
} from '../../language/japanese/rewordings.ts'
import { type CjkRun, replaceEach, rewriteCjkRuns } from './cjk-runs.ts'
import type { KeyEdit } from './key-edit.ts'

const COPULA = 'だ'
const LONG_MARK = 'ー'

/** E13: polite forms, the copula and the long mark that ends a loan word. */
export const unifyJapanese: KeyEdit = (tokens, { language }) =>
  language === 'ja' ? rewriteCjkRuns(tokens, rewriteRun) : tokens

function rewriteRun({ text, endsClause }: CjkRun): string {
  const plain = replaceEach(text, REWORDINGS)
  return withoutLongMarks(endsClause ? withPlainEnd(plain) : plain)
}

function withPlainEnd(text: string): string {
  const found = FINAL_REWORDINGS.find(([polite]) => text.endsWith(polite) && text.length > polite.length)
  if (found === undefined) return text
  const stem = text.slice(0, -found[0].length)
  const isVerb = found[0] === COPULA && NO_COPULA_AFTER.includes(stem.slice(-1))
  return isVerb ? text : stem + found[1]
}

function withoutLongMarks(text: string): string {
  const characters = [...text]
  let result = ''
  let length = 0
  for (const [index, character] of characters.entries()) {
    length = isKatakana(character) ? length + 1 : 0
    const ends = !isKatakana(characters[index + 1] ?? '')
    if (!(character === LONG_MARK && ends && length >= LONG_MARK_LENGTH)) result += character
  }
  return result
}

function isKatakana(character: string): boolean {
  return character >= 'ァ' && character <= LONG_MARK
}
