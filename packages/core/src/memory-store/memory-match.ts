import type { Entry } from '../domain/entry.ts'
import type { WordQuery, WordTotals } from '../ports/store.ts'
import { entryWords } from '../words/entry-words.ts'
import type { IndexWords } from '../words/index-words.ts'

/** The words of one entry, as a memory store keeps them. */
export interface KeptWords {
  readonly fields: readonly IndexWords[]
  readonly all: ReadonlySet<string>
  readonly titleLength: number
  readonly bodyLength: number
}

export function keptWords(entry: Entry): KeptWords {
  const { title, body, tags } = entryWords(entry)
  const fields = [title, tags, body]
  return {
    fields,
    all: new Set(fields.flatMap(({ stream, extras }) => [...stream, ...extras])),
    titleLength: title.stream.length,
    bodyLength: body.stream.length,
  }
}

/** In how many groups of the query an entry has a word; 0 where it doesn't match. */
export function countGroups(kept: KeptWords, { need, groups, phrases = [] }: WordQuery): number {
  const count = groups.filter((group) => group.some((word) => kept.all.has(word))).length
  if (need === 'every' && count < groups.length) return 0
  return phrases.every((phrase) => kept.fields.some(({ stream }) => hasPhrase(stream, phrase))) ? count : 0
}

/** How many of the words an entry's text has. */
export function countShared({ all }: KeptWords, words: Iterable<string>): number {
  let shared = 0
  for (const word of words) if (all.has(word)) shared += 1
  return shared
}

export function sumTotals(all: readonly KeptWords[]): WordTotals {
  return {
    entries: all.length,
    title: all.reduce((sum, { titleLength }) => sum + titleLength, 0),
    body: all.reduce((sum, { bodyLength }) => sum + bodyLength, 0),
  }
}

function hasPhrase(stream: readonly string[], phrase: readonly string[]): boolean {
  return stream.some((_, start) => phrase.every((word, offset) => stream[start + offset] === word))
}
