import type { Entry } from '../domain/entry.ts'
import { type IndexWords, indexWords } from './index-words.ts'

/** An entry's text as words, field by field: what it says, never what it is filed under. */
export interface EntryWords {
  readonly title: IndexWords
  readonly body: IndexWords
  readonly tags: IndexWords
}

export function entryWords(entry: EntryTexts): EntryWords {
  return {
    title: indexWords(entry.title ?? ''),
    body: indexWords(bodyOf(entry)),
    tags: indexWords(entry.tags.join(' ')),
  }
}

/** What an entry is found by. */
export type EntryTexts = Pick<Entry, 'title' | 'summary' | 'content' | 'tags'>

export function bodyOf({ summary, content }: EntryTexts): string {
  return summary === undefined ? content : `${summary}\n${content}`
}
