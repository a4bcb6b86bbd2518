import { endOfRun, isCjk, isDigitUnit, isUpperAt, isWordAt } from '../normalise/letters.ts'
import type { Opening } from './anchor-rule.ts'

const INNER_JOINTS = "'-/+#"
const WORD_END = /[\s,;!?)\]}"'`、。，；：！？」』)]/
/** After a colon or a stop these still belong to a name: `A::b`, `x://y`, `a../`. */
const JOINS = [':', '/', '\\', '.']
const FIRST_NON_ASCII = 0x80
const FIRST_LETTER = 0x61
const LAST_LETTER = 0x7a

/** Where a word ends: it may hold apostrophes, hyphens, slashes, plus and number signs before a letter or digit. */
export function endOfWord(text: string, start: number): number {
  let end = endOfRun(text, start)
  while (end < text.length && INNER_JOINTS.includes(text.charAt(end))) {
    const next = endOfRun(text, end + 1)
    if (next === end + 1) return end
    end = next
  }
  return end
}

/** What kind of word begins at a position. */
export function openingOf(text: string, start: number, end: number): Opening {
  if (isDigitUnit(text.charCodeAt(start))) return 'digit'
  return isPlain(text, start, end) ? 'plain' : 'compound'
}

/** Letters only, none but the first a capital, and nothing joined to it that could make it a name. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const isSmall = unit >= FIRST_LETTER && unit <= LAST_LETTER
    if (isSmall) continue
    const isCapital = isUpperAt(text, at)
    if (isCapital ? at > start : unit < FIRST_NON_ASCII) return false
  }
  return isPlainEnd(text, end)
}

function isPlainEnd(text: string, end: number): boolean {
  const next = text.charAt(end)
  if (next === '' || WORD_END.test(next) || isCjk(text.codePointAt(end) ?? 0)) return true
  return (next === '.' || next === ':') && !isWordAt(text, end + 1) && !JOINS.includes(text.charAt(end + 1))
}
