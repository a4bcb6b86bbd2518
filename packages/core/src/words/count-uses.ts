import type { WordUses } from '../ports/store.ts'
import { bodyOf, type EntryTexts } from './entry-words.ts'
import { countWords } from './index-words.ts'

const NO_USE = { length: 0, counts: [] }

/** How an entry uses each of the words; they are numbered from 0 on. */
export function countUses(entry: EntryTexts, words: ReadonlyMap<string, number>): WordUses {
  const { title, tags } = entry
  return {
    title: title === undefined ? NO_USE : countWords(title, words),
    tags: tags.length === 0 ? NO_USE : countWords(tags.join(' '), words),
    body: countWords(bodyOf(entry), words),
  }
}
