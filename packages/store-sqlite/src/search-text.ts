/** A text as the full-text index takes it in. */
export interface SearchText {
  /** What the tokenizer of the index splits into words itself. */
  readonly words: string
  /** Pieces of names: `createServer` is also found by `create` and by `server`. */
  readonly parts: ReadonlySet<string>
  /** Single characters and pairs of Chinese, Japanese and Korean. */
  readonly cjk: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

const NOT_ASCII = /[^\0-\x7f]/
const CJK =
  /(?:(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc])+/gu
const WIDE_FORMS = /[\uff01-\uffee]+/g
const APOSTROPHE = /(\p{L})['\u2019](?=\p{L})/gu
const NAME = /\w+/g
const HAS_PARTS = /_|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const HUMP = /_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
const LONG_RUN = /(\w{64})\w+/g
// Said here because SQLite's own tables are of Unicode 6.1: to it, a later emoji is part of a word.
const NO_WORD = /[^\p{L}\p{N}\p{M}_\ue000-\ue002]+/gu
// All the letters of today that were marks in Unicode 6.1: to SQLite a word of nothing else is none.
const QUERY_WORD =
  /[\p{L}\p{N}\p{M}_\ue000-\ue002]*(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])[\p{L}\p{N}_][\p{L}\p{N}\p{M}_\ue000-\ue002]*/gu
const QUERY_WORDS_MAX = 64

// Names that are not made of letters alone. The tokenizer takes characters of the private use area
// for letters, so a sign written as one of those stays part of its word.
const SIGNED_NAMES: readonly (readonly [name: RegExp, written: string])[] = [
  [/\bc\+\+/gi, 'c\ue000\ue000'],
  [/\bc#/gi, 'c\ue001'],
  [/\bf#/gi, 'f\ue001'],
  [/(?<!\w)\.net\b/gi, '\ue002net'],
]

/** Prepares a text for the index. */
export function searchText(text: string): SearchText {
  const { words, runs } = apart(text)
  return { words, parts: partsOf(words), cjk: runs.length === 0 ? NONE : new Set(runs.flatMap(indexed)) }
}

/**
 * The index's query for entries that have every word of a text, or undefined where it has none.
 * Each word is quoted, so nothing in it is ever read as syntax.
 */
export function searchQuery(text: string): string | undefined {
  const tokens = searchTokens(text)
  return tokens.size === 0 ? undefined : [...tokens].slice(0, QUERY_WORDS_MAX).join(' AND ')
}

/** The words of a text, each quoted for the index and once. */
export function searchTokens(text: string): ReadonlySet<string> {
  const { words, runs } = apart(text)
  return new Set([...(words.match(QUERY_WORD) ?? []), ...runs.flatMap(queried)].map((token) => `"${token}"`))
}

/** Words of Chinese, Japanese and Korean apart from all others, however they were glued together. */
function apart(text: string): { readonly words: string; readonly runs: readonly string[] } {
  let words = plain(text)
  for (const [name, written] of SIGNED_NAMES) words = words.replace(name, written)
  words = words.replace(LONG_RUN, '$1')
  if (!NOT_ASCII.test(words)) return { words, runs: [] }
  const runs = words.match(CJK) ?? []
  return { words: words.replace(CJK, ' ').replace(NO_WORD, ' '), runs }
}

/** Composed, with full-width forms folded and no apostrophes inside words. NUL ends a text in SQLite. */
function plain(text: string): string {
  const composed = NOT_ASCII.test(text)
    ? text.replace(WIDE_FORMS, (wide) => wide.normalize('NFKC')).normalize('NFC')
    : text
  return composed.replaceAll('\0', ' ').replace(APOSTROPHE, '$1')
}

function partsOf(words: string): ReadonlySet<string> {
  if (!HAS_PARTS.test(words)) return NONE
  const names = (words.match(NAME) ?? []).filter((name) => HAS_PARTS.test(name))
  return new Set(names.flatMap((name) => name.split(HUMP)).filter((part) => part !== ''))
}

function indexed(run: string): readonly string[] {
  return [...run, ...pairs([...run])]
}

function queried(run: string): readonly string[] {
  const characters = [...run]
  return characters.length === 1 ? characters : pairs(characters)
}

function pairs(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
