import { endOfRun, isCjk, isDigitUnit, isUpperAt, isWordAt } from '../normalise/letters.ts'
import type { Opening } from './anchor-rule.ts'

const INNER_JOINTS = "'-/+#"
const WORD_END = /[\s,;!?)\]}"'`、。，；：！？」』)]/
/** After a colon or a stop these still belong to a name: `A::b`, `x://y`, `a../`. */
const JOINS = [':', '/', '\\', '.']
const FIRST_NON_ASCII = 0x80
const ASCII_WORD_END: readonly boolean[] = Array.from({ length: FIRST_NON_ASCII }, (_, unit) =>
  WORD_END.test(String.fromCharCode(unit)),
)
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
  if (isDigitUnit(text.charCodeAt(start))) return isInteger(text, start, end) ? 'integer' : 'digit'
  return isPlain(text, start, end) ? 'plain' : 'compound'
}

/** Digits only, and nothing joined to them: no address, path or version begins so. */
function isInteger(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isDigitUnit(text.charCodeAt(at))) return false
  const next = text.charCodeAt(end)
  return Number.isNaN(next) || (next < FIRST_NON_ASCII && ASCII_WORD_END[next] === true)
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
  if (next === '' || isWordEnd(text, end)) return true
  return (next === '.' || next === ':') && !isWordAt(text, end + 1) && !JOINS.includes(text.charAt(end + 1))
}

function isWordEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < FIRST_NON_ASCII) return ASCII_WORD_END[unit] === true
  return WORD_END.test(text.charAt(at)) || isCjk(text.codePointAt(at) ?? 0)
}
