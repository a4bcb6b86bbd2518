import type { Language } from '../language/language.ts'
import { latinProfileOf } from '../language/profiles.ts'
import { characterAt, isWhitespace } from '../normalise/characters.ts'
import type { Segment } from '../normalise/code-spans.ts'
import { isAsciiText, isCjk, isSmallUnit, isWordAt, lowerCase } from '../normalise/letters.ts'
import { OPENING_MARKS } from '../normalise/sentence-case.ts'
import type { Anchor } from './anchor.ts'
import type { AnchorMatch, AnchorRule, Scan } from './anchor-rule.ts'
import { RULES_BY_CHARACTER, RULES_BY_OPENING, SMALL_WORDS } from './registry.ts'
import type { Token, TokenKind } from './token.ts'
import { endOfWord, openingOf } from './word-bounds.ts'

const FENCE = '```'
/** No list has a longer word. */
const LONGEST_WORD = 80
const NO_RULES: readonly AnchorRule[] = []

type MutableScan = { -readonly [K in keyof Scan]: Scan[K] }

/** Walks over one text and collects its tokens and anchors. */
export class TextReader {
  readonly tokens: Token[] = []
  readonly anchors: Anchor[] = []
  private readonly text: string
  private readonly lowerText: string
  private readonly isAscii: boolean
  /** One for all rules and positions: it is what a rule is called with, and none keeps it. */
  private readonly scan: MutableScan
  private capitals: ReadonlySet<number> = new Set()
  /** Up to here tokens lie under an anchor that was found already. */
  private coveredTo = 0
  /** Where the word ends that was last looked at: an anchor may be only its beginning. */
  private wordEnd = 0

  constructor(text: string, language: Language, hasOtherLoneCapital: boolean) {
    this.text = text
    this.lowerText = lowerCase(text)
    this.isAscii = isAsciiText(text)
    this.scan = {
      text,
      end: 0,
      language,
      profile: latinProfileOf(language),
      isLocked: false,
      wordEnd: 0,
      lower: '',
      isSentenceCapital: false,
      hasOtherLoneCapital,
      previous: undefined,
      previousRaw: '',
      memory: new Map(),
    }
  }

  /** The capitals are the positions of those that open a sentence. */
  readProse(start: number, length: number, capitals: ReadonlySet<number>): void {
    this.capitals = capitals
    this.readStretch(start, start + length, false)
  }

  readCode(start: number, { source, text }: Segment): void {
    const end = start + source.length
    const marks = source.length - source.replace(/^`+/, '').length
    this.capitals = new Set()
    if (marks >= FENCE.length && source.slice(marks, -marks).includes('\n')) {
      this.scan.isLocked = true
      this.push('value', start, end, { type: 'str', raw: source, value: text.trim(), start, end })
    } else this.readStretch(start + marks, end - marks, true)
  }

  private readStretch(start: number, end: number, isLocked: boolean): void {
    this.scan.end = end
    this.scan.isLocked = isLocked
    this.scan.memory.clear()
    let at = start
    while (at < end) {
      if (isWhitespace(this.text.charCodeAt(at))) at++
      else at = this.readToken(at, end)
    }
  }

  private readToken(at: number, end: number): number {
    const wordEnd = this.endOfWordAt(at, end)
    const opening = wordEnd === at ? undefined : openingOf(this.text, at, wordEnd)
    if (opening === 'plain' && this.pushBareWord(at, wordEnd)) return wordEnd
    const rules =
      opening === undefined
        ? (RULES_BY_CHARACTER.get(this.text.charAt(at)) ?? NO_RULES)
        : RULES_BY_OPENING[opening]
    const match = rules.length === 0 ? undefined : this.findMatch(rules, at, wordEnd)
    if (match !== undefined) {
      this.push(match.kind ?? 'value', at, match.end, this.anchorOf(match, at))
      return match.end
    }
    if (wordEnd > at) {
      this.push('word', at, wordEnd)
      return wordEnd
    }
    const code = this.text.codePointAt(at) ?? 0
    const tokenEnd = at + (code > 0xffff ? 2 : 1)
    this.push(isCjk(code) ? 'cjk' : 'mark', at, tokenEnd)
    return tokenEnd
  }

  private endOfWordAt(at: number, end: number): number {
    if (!isWordAt(this.text, at)) return at
    if (at >= this.wordEnd) this.wordEnd = endOfWord(this.text, at)
    return Math.min(end, this.wordEnd)
  }

  /** Most words of a text are in small letters and in no list: no rule need look at them. */
  private pushBareWord(start: number, end: number): boolean {
    if (!isSmallUnit(this.text.charCodeAt(start))) return false
    const lower = this.lowerText.slice(start, end)
    if (SMALL_WORDS.has(lower) || this.scan.profile.numberWords.has(lower)) return false
    // One string for all its forms where it can be, so that it is hashed once however often it is looked up.
    const raw = this.isAscii ? lower : this.text.slice(start, end)
    this.pushToken('word', start, end, { raw, folded: raw, lower })
    return true
  }

  /** The first rule that matches wins; what only lies over tokens is noted on the way. */
  private findMatch(rules: readonly AnchorRule[], at: number, wordEnd: number): AnchorMatch | undefined {
    this.lookAt(at, wordEnd)
    for (const rule of rules) {
      const match = rule.match(this.scan, at)
      if (match === undefined || match.end <= at) continue
      if (match.isOverlay !== true) return match
      if (at >= this.coveredTo) {
        this.anchors.push(this.anchorOf(match, at))
        this.coveredTo = match.end
      }
    }
    return undefined
  }

  private lookAt(at: number, wordEnd: number): void {
    const previous = this.tokens.at(-1)
    this.scan.wordEnd = wordEnd
    this.scan.lower = this.lowerText.slice(at, Math.min(wordEnd, at + LONGEST_WORD))
    this.scan.isSentenceCapital = this.capitals.has(at)
    this.scan.previous = previous?.kind
    this.scan.previousRaw = previous?.raw ?? ''
  }

  private anchorOf(match: AnchorMatch, start: number): Anchor {
    const raw = this.text.slice(start, match.end)
    const anchor = { type: match.type, raw, value: match.value, start, end: match.end }
    return match.unit === undefined ? anchor : { ...anchor, unit: match.unit }
  }

  private codeWord(start: number, end: number): Anchor {
    const raw = this.text.slice(start, end)
    return { type: 'code', raw, value: raw, start, end }
  }

  private push(kind: TokenKind, start: number, end: number, anchor?: Anchor): void {
    const raw = this.text.slice(start, end)
    const lower = this.lowerText.slice(start, end)
    this.pushToken(kind, start, end, { raw, folded: this.foldedFrom(start, raw), lower }, anchor)
  }

  private pushToken(
    kind: TokenKind,
    start: number,
    end: number,
    { raw, folded, lower }: Pick<Token, 'raw' | 'folded' | 'lower'>,
    found?: Anchor,
  ): void {
    const { isLocked } = this.scan
    const anchor = isLocked && kind === 'word' ? (found ?? this.codeWord(start, end)) : found
    this.tokens.push({ kind, start, end, raw, folded, lower, anchor, isLocked })
    if (anchor !== undefined && start >= this.coveredTo) this.anchors.push(anchor)
  }

  /** Quotation marks and marks of emphasis may stand before the capital: `_Use it_`, `'Use it'`. */
  private foldedFrom(start: number, raw: string): string {
    let marks = 0
    while (marks < raw.length && OPENING_MARKS.includes(raw.charAt(marks))) marks++
    if (!this.capitals.has(start + marks)) return raw
    return raw.slice(0, marks) + foldFirst(raw.slice(marks))
  }
}

/** As the exact key folds it, also where the small letter is longer. */
function foldFirst(raw: string): string {
  const first = characterAt(raw, 0)
  return first.toLowerCase() + raw.slice(first.length)
}
