import type { Entry } from '../domain/entry.ts'
import { type IndexWords, indexWords } from './index-words.ts'

/** An entry's text as words, field by field: what it says, never what it is filed under. */
export interface EntryWords {
  readonly title: IndexWords
  readonly body: IndexWords
  readonly tags: IndexWords
}

export function entryWords(entry: Pick<Entry, 'title' | 'summary' | 'content' | 'tags'>): EntryWords {
  return {
    title: indexWords(entry.title ?? ''),
    body: indexWords(entry.summary === undefined ? entry.content : `${entry.summary}\n${entry.content}`),
    tags: indexWords(entry.tags.join(' ')),
  }
}
