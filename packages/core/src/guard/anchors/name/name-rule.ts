import { PRODUCTS } from '../../language/products.ts'
import { WEEKDAYS } from '../../language/weekdays.ts'
import { isUpperAt } from '../../normalise/letters.ts'
import type { AnchorRule, Scan } from '../anchor-rule.ts'
import { MONTHS } from '../date/months.ts'

const NEXT_WORD = / ([a-z]+)(?![\w'-])/y
const STATES = ['is', 'was', 'has']
const POSSESSIVE = /'s?$/

/** A capitalised word in mid-sentence that is no ordinary word. */
export const nameRule: AnchorRule = {
  name: 'name',
  opens: ['plain', 'compound'],
  match(scan, start) {
    const word = scan.lower.replace(POSSESSIVE, '')
    if (word.length < 2 || !isCapitalised(scan, start, word) || isKnown(word, scan)) return undefined
    if (!scan.profile.capitalsMarkNames || scan.isLocked) return undefined
    if (!(scan.previous === undefined ? isSubject(scan) : isInSentence(scan))) return undefined
    return { type: 'name', end: scan.wordEnd, value: word, kind: 'word' }
  },
}

function isCapitalised({ text }: Scan, start: number, word: string): boolean {
  const rest = text.slice(start + 1, start + word.length)
  return isUpperAt(text, start) && rest === rest.toLowerCase() && /^\p{L}+$/u.test(word)
}

function isKnown(word: string, { profile }: Scan): boolean {
  return (
    profile.functionWords.has(word) ||
    profile.ordinaryWords.has(word) ||
    profile.negators.has(word) ||
    profile.numberWords.has(word) ||
    PRODUCTS.has(word) ||
    MONTHS.has(word) ||
    WEEKDAYS.has(word)
  )
}

/** Where a text opens with it: only before a verb in the third person. */
function isSubject({ text, wordEnd, profile }: Scan): boolean {
  NEXT_WORD.lastIndex = wordEnd
  const next = NEXT_WORD.exec(text)?.[1]
  if (next === undefined) return false
  return STATES.includes(next) || (/[^s]s$/.test(next) && !profile.functionWords.has(next))
}

function isInSentence({ previous, previousRaw, isSentenceCapital }: Scan): boolean {
  if (isSentenceCapital) return false
  return previous !== 'mark' || previousRaw === ',' || previousRaw === "'"
}
