import type { ScannedText } from '../../anchors/scan-text.ts'
import type { Token } from '../../anchors/token.ts'
import type { CueFamily } from '../../language/cue-list.ts'
import { endOfRun, isCjk, isDigitUnit, isWordAt, lowerCase } from '../../normalise/letters.ts'
import { type Cue, type CueIndex, cueIndexOf } from './cue-index.ts'

/** A cue where it stands. */
export interface CueMatch {
  readonly family: CueFamily
  readonly class: string
  readonly start: number
  readonly end: number
}

const NOT_BESIDE_SIGN = '-=<>'
const NO_CUES: readonly Cue[] = []

/** Every cue of a text outside code and quotes, from left to right, none within a longer one of its family. */
export function findCues(scanned: ScannedText): readonly CueMatch[] {
  const index = cueIndexOf(scanned.language)
  const lower = lowerCase(scanned.text)
  const reached = new Map<CueFamily, number>()
  const matches: CueMatch[] = []
  for (const token of scanned.tokens) {
    if (token.isLocked || token.kind === 'value') continue
    const cues = cuesOf(index, token)
    if (cues === undefined && (token.kind !== 'word' || index.prefixes.length === 0)) continue
    for (const match of longestPerFamily(findAt(cues ?? NO_CUES, index, lower, token))) {
      if (match.end <= (reached.get(match.family) ?? 0)) continue
      reached.set(match.family, match.end)
      matches.push(match)
    }
  }
  return matches
}

function findAt(cues: readonly Cue[], index: CueIndex, lower: string, token: Token): readonly CueMatch[] {
  const matches: CueMatch[] = []
  for (const cue of cues) pushMatch(matches, cue, lower, token.start)
  if (token.kind === 'word') {
    for (const cue of index.prefixes) pushMatch(matches, cue, lower, token.start)
  }
  return matches
}

/** The cues that may begin with a token; `yesterday's` begins as `yesterday` does. */
function cuesOf({ byFirst }: CueIndex, { kind, raw, lower }: Token): readonly Cue[] | undefined {
  if (kind !== 'word') return byFirst.get(raw)
  const whole = byFirst.get(lower)
  if (whole !== undefined) return whole
  const apostrophe = lower.indexOf("'")
  return apostrophe > 0 ? byFirst.get(lower.slice(0, apostrophe)) : undefined
}

function pushMatch(matches: CueMatch[], cue: Cue, lower: string, start: number): void {
  const end = endOfCue(cue, lower, start)
  if (end !== undefined) matches.push({ family: cue.family, class: cue.class, start, end })
}

function endOfCue(cue: Cue, lower: string, start: number): number | undefined {
  if (!lower.startsWith(cue.head, start)) return undefined
  const headEnd = start + cue.head.length
  const end = cue.tail === undefined ? headEnd : endAfterGap(cue.tail, lower, headEnd)
  if (end === undefined) return undefined
  if (cue.isPrefix) return endOfRun(lower, end)
  if (cue.needsDigit) return isDigitUnit(lower.charCodeAt(end)) ? end : undefined
  if (isWordAt(lower, end - 1) && isWordAt(lower, end) && !isCjk(lower.codePointAt(end) ?? 0))
    return undefined
  if ((cue.head === '>' || cue.head === '<') && !isComparison(lower, start)) return undefined
  return isFollowedBy(cue.unlessBefore, lower, end) ? undefined : end
}

function endAfterGap(tail: string, lower: string, headEnd: number): number | undefined {
  const start = headEnd + 1
  if (lower.startsWith(tail, start)) return start + tail.length
  const afterWord = endOfRun(lower, start) + 1
  return lower.startsWith(tail, afterWord) ? afterWord + tail.length : undefined
}

/** Neither part of an arrow or an operator nor the bracket of a placeholder. */
function isComparison(lower: string, at: number): boolean {
  const before = lower.charAt(at - 1)
  const after = lower.charAt(at + 1)
  if (after === '=' || (before !== '' && NOT_BESIDE_SIGN.includes(before))) return false
  return isDigitUnit(lower.charCodeAt(after === ' ' ? at + 2 : at + 1))
}

function isFollowedBy(words: readonly string[], lower: string, end: number): boolean {
  if (words.length === 0 || lower.charAt(end) !== ' ') return false
  const next = lower.slice(end + 1, endOfRun(lower, end + 1))
  return words.includes(next)
}

function longestPerFamily(matches: readonly CueMatch[]): readonly CueMatch[] {
  if (matches.length < 2) return matches
  const longest = new Map<CueFamily, CueMatch>()
  for (const match of matches) {
    const known = longest.get(match.family)
    if (known === undefined || match.end > known.end) longest.set(match.family, match)
  }
  return [...longest.values()]
}
