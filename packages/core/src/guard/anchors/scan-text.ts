import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/language.ts'
import { type Segment, splitCodeSpans } from '../normalise/code-spans.ts'
import { foldCapitals, listSentenceCapitals, type ProsePlace } from '../normalise/sentence-case.ts'
import type { Anchor } from './anchor.ts'
import { hasOtherLoneCapital } from './label/label-rule.ts'
import { TextReader } from './text-reader.ts'
import type { Token } from './token.ts'

/** A prepared text in pieces. */
export interface ScannedText {
  /** The prepared text, its dashes as hyphens and its line ends as spaces. */
  readonly text: string
  readonly language: Language
  readonly tokens: readonly Token[]
  /** From left to right. */
  readonly anchors: readonly Anchor[]
}

const FENCE = '```'
const DASHES = /[\u2012\u2013]/g

/** Reads a prepared text into tokens and anchors, in one pass from left to right. */
export function scanText(prepared: string): ScannedText {
  const stretches = listStretches(splitCodeSpans(prepared.replace(DASHES, '-')))
  const text = stretches.map(({ segment }) => onOneLine(segment)).join('')
  const prose = stretches.map(({ folded }) => folded).join('')
  const language = detectLanguage(prose)
  const reader = new TextReader(text, language, hasOtherLoneCapital(prose))
  for (const { segment, start, capitals } of stretches) {
    if (segment.kind === 'prose') reader.readProse(start, segment.source.length, capitals)
    else reader.readCode(start, segment)
  }
  return { text, language, tokens: reader.tokens, anchors: reader.anchors }
}

/** A line end says no more than a space, but for where a sentence starts and within a block of code. */
function onOneLine({ kind, source }: Segment): string {
  return kind === 'code' && source.startsWith(FENCE) ? source : source.replaceAll('\n', ' ')
}

/** A segment in its place. */
interface Stretch {
  readonly segment: Segment
  readonly start: number
  /** Positions of the capitals that open a sentence. */
  readonly capitals: ReadonlySet<number>
  /** The prose as the exact key folds it, so that equal exact keys are of one language; a space for code. */
  readonly folded: string
}

function listStretches(segments: readonly Segment[]): readonly Stretch[] {
  let start = 0
  return segments.map((segment, index) => {
    const place = { opensSentence: index === 0, beforeCode: index < segments.length - 1 }
    const stretch =
      segment.kind === 'prose' ? proseStretch(segment, start, place) : codeStretch(segment, start)
    start += segment.source.length
    return stretch
  })
}

function proseStretch(segment: Segment, start: number, place: ProsePlace): Stretch {
  const found = listSentenceCapitals(segment.text, place)
  const capitals = new Set(found.map(({ position }) => start + position))
  return { segment, start, capitals, folded: foldCapitals(segment.text, found) }
}

function codeStretch(segment: Segment, start: number): Stretch {
  return { segment, start, capitals: NO_CAPITALS, folded: ' ' }
}

const NO_CAPITALS: ReadonlySet<number> = new Set()
