import { stemEnglish } from '../guard/language/english/stem-english.ts'
import type { FieldUse } from '../ports/store.ts'

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
const ASCII_APOSTROPHE = /(?<=[a-z])'(?=[a-z])/gi
const ASCII_END = 0x80
const LONG = 64
// Names that are not made of letters alone come first.
const ASCII_WORD = /(?<!\w)(?:c\+\+|[cf]#(?!\w)|\.net\b)|\w+/gi
/** What `ASCII_WORD` takes whole. */
const ASCII_NAME = /^\w+$/
const HAS_PARTS = /_|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const HUMP = /_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
const LETTERS = /^[a-z]+$/
const NO_PLURAL = /(?:ss|us|is)$/

// What only other texts need is made when the first of them comes: to read classes of Unicode takes two
// milliseconds of a process that lives for a hundred.
const patternsOfUnicode = () => ({
  apostrophe: /(?<=\p{L})['\u2019](?=\p{L})/gu,
  latinMarks: /(?<=\p{Script=Latin})\p{M}+/gu,
  word: /(?<![\p{L}\p{N}_])(?:c\+\+|[cf]#(?![\p{L}\p{N}_])|\.net(?![\p{L}\p{N}_]))|[\p{L}\p{N}\p{M}_]+/giu,
  cjkOrRest:
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu,
  startsCjk: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u,
})
let made: ReturnType<typeof patternsOfUnicode> | undefined

function unicode(): ReturnType<typeof patternsOfUnicode> {
  made ??= patternsOfUnicode()
  return made
}

/** The words that an index holds of a text. */
export function indexWords(text: string): IndexWords {
  const stream: string[] = []
  const extras = new Set<string>()
  for (const word of splitWords(text)) {
    const read = readWord(word)
    for (const each of read.stream) stream.push(each)
    for (const each of read.extras) extras.add(each)
  }
  return { stream, extras: extras.size === 0 ? NONE : extras }
}

/** The words of a text in their order, as `stream` of `indexWords`. */
export function wordStream(text: string): readonly string[] {
  const stream: string[] = []
  for (const word of splitWords(text)) for (const each of readWord(word).stream) stream.push(each)
  return stream
}

/**
 * How many words a text has, and how often each of the wanted is among them, by their numbers; what is among
 * the extras counts once more. `stream` and `extras` are not listed for it.
 */
export function countWords(text: string, wanted: ReadonlyMap<string, number>): FieldUse {
  const counts = new Array<number>(wanted.size).fill(0)
  const asExtra = new Set<number>()
  let length = 0
  for (const word of splitWords(text)) {
    const { stream, extras } = readWord(word)
    length += stream.length
    for (const each of stream) {
      const number = wanted.get(each)
      if (number !== undefined) counts[number] = (counts[number] ?? 0) + 1
    }
    for (const each of extras) {
      const number = wanted.get(each)
      if (number !== undefined) asExtra.add(number)
    }
  }
  for (const number of asExtra) counts[number] = (counts[number] ?? 0) + 1
  return { length, counts }
}

/** The first of the words that stands in a text, else the first that is among its extras. */
export function findWord(text: string, words: ReadonlySet<string>): string | undefined {
  const read = ASCII_NAME.test(text) ? [readWord(text)] : splitWords(text).map(readWord)
  return firstAmong(read, 'stream', words) ?? firstAmong(read, 'extras', words)
}

function firstAmong(
  read: readonly ReadWord[],
  part: keyof ReadWord,
  words: ReadonlySet<string>,
): string | undefined {
  for (const each of read) for (const word of each[part]) if (words.has(word)) return word
  return undefined
}

interface ReadWord {
  readonly stream: readonly string[]
  readonly extras: readonly string[]
}

const READ_MAX = 50_000
const readWords = new Map<string, ReadWord>()

/** What one word is found by. Remembered, since most words come again. */
function readWord(word: string): ReadWord {
  const known = readWords.get(word)
  if (known !== undefined) return known
  const read = startsCjk(word) ? readCjk([...word]) : readName(word)
  if (readWords.size >= READ_MAX) readWords.clear()
  readWords.set(word, read)
  return read
}

function readCjk(characters: readonly string[]): ReadWord {
  return { stream: pairsOf(characters), extras: characters.length > 1 ? characters : [] }
}

function readName(word: string): ReadWord {
  const form = wordForm(word)
  const stem = stemOf(form)
  const parts = HAS_PARTS.test(word) ? word.split(HUMP).filter((part) => part !== '') : []
  return { stream: [form], extras: [...(stem === form ? [] : [stem]), ...parts.map(wordForm)] }
}

/** The words that a query asks for, in order. */
export function queryWords(text: string): readonly string[] {
  return splitWords(text).flatMap((word) => (startsCjk(word) ? pairsOf([...word]) : [wordForm(word)]))
}

/** Runs of letters and digits as they stand; Chinese, Japanese and Korean apart from all others. */
function splitWords(text: string): readonly string[] {
  if (!NOT_ASCII.test(text)) return text.replace(ASCII_APOSTROPHE, '').match(ASCII_WORD) ?? []
  const words = plain(text).match(unicode().word) ?? []
  return words.flatMap((word) => (NOT_ASCII.test(word) ? (word.match(unicode().cjkOrRest) ?? []) : [word]))
}

function startsCjk(word: string): boolean {
  return word.charCodeAt(0) >= ASCII_END && unicode().startsCjk.test(word)
}

/** Composed, with full-width forms folded, and without the accents of Latin letters. */
function plain(text: string): string {
  return text
    .replace(WIDE_FORMS, (wide) => wide.normalize('NFKC'))
    .normalize('NFD')
    .replace(unicode().latinMarks, '')
    .normalize('NFC')
    .replace(unicode().apostrophe, '')
}

/** Lower-case; a word of letters only without the ending of its plural. */
function wordForm(word: string): string {
  const lower = (word.length > LONG ? [...word].slice(0, LONG).join('') : word).toLowerCase()
  if (!lower.endsWith('s') || !LETTERS.test(lower)) return lower
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  return lower.length > 3 && !NO_PLURAL.test(lower) ? lower.slice(0, -1) : lower
}

/** A word of letters without its ending of tense or person. */
export function stemOf(form: string): string {
  return LETTERS.test(form) ? stemEnglish(form) : form
}

function pairsOf(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
