import { MONTHS } from '../../anchors/date/months.ts'
import { hasLetter } from '../../normalise/characters.ts'
import { isMark } from '../key-token.ts'
import type { KeyEdit } from './key-edit.ts'

const WHOLE_NUMBER = /^num:\d+$/

/** S3: the number of a list item. In German `3.` is an ordinal, and before a month it is a day. */
export const dropListNumber: KeyEdit = (tokens, { language }) => {
  const [number, mark, word] = tokens
  if (language === 'de' || number?.isLocked !== false || word?.isApartBefore !== true) return tokens
  const isNumber = number.kind === 'value' && WHOLE_NUMBER.test(number.text) && !number.isApartAfter
  if (!isNumber || !(isMark(mark, '.') || isMark(mark, ')'))) return tokens
  const isWord = (word.kind === 'word' || word.kind === 'cjk') && hasLetter(word.text.charAt(0))
  return isWord && !MONTHS.has(word.text.toLowerCase()) ? tokens.slice(2) : tokens
}
