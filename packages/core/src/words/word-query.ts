import type { WordQuery } from '../ports/store.ts'
import { queryWords } from './index-words.ts'

/** So many different words of a query count. */
export const QUERY_WORDS_MAX = 64

const QUOTED = /"([^"]*)"/g

/** A query as words, each once, and the phrases in balanced quotes. Any text is one; nothing else is syntax. */
export function parseWordQuery(text: string): {
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
} {
  const words = [...new Set(queryWords(text))].slice(0, QUERY_WORDS_MAX)
  const known = new Set(words)
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, quoted = '']) => queryWords(quoted))
    .filter((phrase) => phrase.length > 1 && phrase.every((word) => known.has(word)))
  return { words, phrases }
}

/** What a store is asked for entries that have every word of a text. */
export function everyWord(text: string): WordQuery {
  const { words, phrases } = parseWordQuery(text)
  return { need: 'every', groups: words.map((word) => [word]), phrases }
}
