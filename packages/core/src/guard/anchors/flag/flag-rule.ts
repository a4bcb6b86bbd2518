import { isWhitespace } from '../../normalise/characters.ts'
import { codeBefore, isCjk } from '../../normalise/letters.ts'
import { type AnchorRule, matchAt } from '../anchor-rule.ts'
import { trimSentenceMarks } from '../trim-sentence-marks.ts'

const FLAG =
  /(?:--[a-z][\w-]*|-[a-z][a-z0-9]*)(?![\w-])(?:=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s,;)\]}"'`]+))?/iy
const MAY_PRECEDE = '"\'`([{'

/** `-x`, `-xyz`, `--long`, `--long=value`. */
export const flagRule: AnchorRule = {
  name: 'flag',
  opens: [],
  firstCharacters: '-',
  match(scan, start) {
    if (scan.text.charAt(start) !== '-' || !mayFollow(codeBefore(scan.text, start))) return undefined
    const match = matchAt(FLAG, scan, start)
    if (match === undefined) return undefined
    const raw = trimSentenceMarks(match[0])
    return { type: 'flag', end: start + raw.length, value: raw }
  },
}

function mayFollow(code: number | undefined): boolean {
  if (code === undefined || isWhitespace(code) || isCjk(code)) return true
  return MAY_PRECEDE.includes(String.fromCodePoint(code))
}
