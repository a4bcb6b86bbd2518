import type { Entry } from '../domain/entry.ts'

const WORD = /c\+\+|[cf]#|\.net\b|[\p{L}\p{N}_]+/gu
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu
const STARTS_CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u
const WEIGHTS = { title: 4, tags: 2, body: 1 } as const

/** How well an entry's text has every word of the query: 0 where one is missing. No stemming. */
export function scoreMatch(entry: Entry, words: readonly string[]): number {
  if (words.length === 0) return 0
  const fields = [
    { text: fold(entry.title ?? ''), weight: WEIGHTS.title },
    { text: fold(entry.tags.join(' ')), weight: WEIGHTS.tags },
    { text: fold(`${entry.summary ?? ''}\n${entry.content}`), weight: WEIGHTS.body },
  ]
  let score = 0
  for (const word of words) {
    let found = 0
    for (const field of fields) found += field.weight * countWord(field.text, word)
    if (found === 0) return 0
    score += found
  }
  return score
}

/** How many of the words an entry's text has. */
export function countShared(entry: Entry, words: readonly string[]): number {
  const text = fold(`${entry.title ?? ''}\n${entry.content}`)
  return words.filter((word) => countWord(text, word) > 0).length
}

/** The words of a query; a run of Chinese, Japanese or Korean as its pairs of characters. */
export function queryWords(text: string): readonly string[] {
  const folded = fold(text)
  const apart = folded.replace(CJK_RUN, ' ')
  return [...new Set([...(apart.match(WORD) ?? []), ...(folded.match(CJK_RUN) ?? []).flatMap(pairs)])]
}

function countWord(text: string, word: string): number {
  if (STARTS_CJK.test(word)) return text.split(word).length - 1
  return (text.replace(CJK_RUN, ' ').match(WORD) ?? []).filter((found) => found === word).length
}

function pairs(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
}
