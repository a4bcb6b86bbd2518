import { stemEnglish } from '../guard/language/english/stem-english.ts'

/** A text as words of `tk1`: what an index holds of it. */
export interface IndexWords {
  /** In their order: words, and the pairs of characters of Chinese, Japanese and Korean. */
  readonly stream: readonly string[]
  /** What else it is found by: stems, pieces of names, and single characters of those scripts. */
  readonly extras: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const NOT_ASCII = /[^\0-\x7f]/
const WIDE_FORMS = /[\uff01-\uffee]+/g
const APOSTROPHE = /(?<=\p{L})['\u2019](?=\p{L})/gu
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}+/gu
const LONG = 64
// Names that are not made of letters alone come first.
const ASCII_WORD = /(?<!\w)(?:c\+\+|[cf]#(?!\w)|\.net\b)|\w+/gi
const WORD =
  /(?<![\p{L}\p{N}_])(?:c\+\+|[cf]#(?![\p{L}\p{N}_])|\.net(?![\p{L}\p{N}_]))|[\p{L}\p{N}\p{M}_]+/giu
const CJK_OR_REST =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu
const STARTS_CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u
const HAS_PARTS = /_|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const HUMP = /_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
const LETTERS = /^[a-z]+$/
const NO_PLURAL = /(?:ss|us|is)$/

/** The words that an index holds of a text. */
export function indexWords(text: string): IndexWords {
  const stream: string[] = []
  const extras = new Set<string>()
  for (const word of splitWords(text)) {
    if (STARTS_CJK.test(word)) {
      const characters = [...word]
      if (characters.length > 1) for (const character of characters) extras.add(character)
      stream.push(...pairsOf(characters))
      continue
    }
    const form = wordForm(word)
    stream.push(form)
    const stem = stemOf(form)
    if (stem !== form) extras.add(stem)
    if (HAS_PARTS.test(word)) for (const part of word.split(HUMP)) if (part !== '') extras.add(wordForm(part))
  }
  return { stream, extras: extras.size === 0 ? NONE : extras }
}

/** The words that a query asks for, in order. */
export function queryWords(text: string): readonly string[] {
  return splitWords(text).flatMap((word) => (STARTS_CJK.test(word) ? pairsOf([...word]) : [wordForm(word)]))
}

/** Runs of letters and digits as they stand; Chinese, Japanese and Korean apart from all others. */
function splitWords(text: string): readonly string[] {
  if (!NOT_ASCII.test(text)) return text.replace(APOSTROPHE, '').match(ASCII_WORD) ?? []
  const words = plain(text).match(WORD) ?? []
  return words.flatMap((word) => (NOT_ASCII.test(word) ? (word.match(CJK_OR_REST) ?? []) : [word]))
}

/** Composed, with full-width forms folded, and without the accents of Latin letters. */
function plain(text: string): string {
  return text
    .replace(WIDE_FORMS, (wide) => wide.normalize('NFKC'))
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC')
    .replace(APOSTROPHE, '')
}

/** Lower-case; a word of letters only without the ending of its plural. */
function wordForm(word: string): string {
  const lower = (word.length > LONG ? [...word].slice(0, LONG).join('') : word).toLowerCase()
  if (!lower.endsWith('s') || !LETTERS.test(lower)) return lower
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  return lower.length > 3 && !NO_PLURAL.test(lower) ? lower.slice(0, -1) : lower
}

const STEMS_MAX = 20_000
const stems = new Map<string, string>()

/** A word of letters without its ending of tense or person. Remembered, since most words come again. */
export function stemOf(form: string): string {
  const known = stems.get(form)
  if (known !== undefined) return known
  const stem = LETTERS.test(form) ? stemEnglish(form) : form
  if (stems.size >= STEMS_MAX) stems.clear()
  stems.set(form, stem)
  return stem
}

function pairsOf(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
