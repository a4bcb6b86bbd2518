import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/language.ts'
import { splitCodeSpans } from '../normalise/code-spans.ts'
import type { Anchor } from './anchor.ts'
import { countLoneCapitals } from './label/label-rule.ts'
import { TextReader } from './text-reader.ts'
import type { Token } from './token.ts'

/** A prepared text in pieces. */
export interface ScannedText {
  /** The prepared text, its dashes as hyphens. */
  readonly text: string
  readonly language: Language
  readonly tokens: readonly Token[]
  /** From left to right. */
  readonly anchors: readonly Anchor[]
}

const DASHES = /[\u2012\u2013]/g

/** Reads a prepared text into tokens and anchors, in one pass from left to right. */
export function scanText(prepared: string): ScannedText {
  const text = prepared.replace(DASHES, '-')
  const segments = splitCodeSpans(text)
  const prose = segments.map((segment) => (segment.kind === 'prose' ? segment.text : ' ')).join('')
  const language = detectLanguage(prose)
  const reader = new TextReader(text, language, countLoneCapitals(prose) > 1)
  let start = 0
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'prose') {
      reader.readProse(start, segment.text, index === 0, index < segments.length - 1)
    } else reader.readCode(start, segment)
    start += segment.source.length
  }
  return { text, language, tokens: reader.tokens, anchors: reader.anchors }
}
