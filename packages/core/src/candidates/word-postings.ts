import { groupEqual } from './equal-groups.ts'
import { createGrowingWords } from './growing-words.ts'

/** Which texts of a set hold a word, by the places of the words: those of one text lie side by side. */
export interface WordPostings {
  /** Where the words of each text begin; one more at the end. */
  readonly starts: Int32Array
  /** Of each place its word. */
  readonly words: Int32Array
  /** Of each place its word's number. */
  readonly numberOf: Int32Array
  /** Where the texts of each word begin; one more at the end. */
  readonly listStarts: Int32Array
  /** The texts, word by word. */
  readonly texts: Int32Array
}

/** Takes in the words of one text after another. */
export interface WordCollector {
  /** Hashes of the next text's words, each once. */
  add(words: Int32Array): void
  finish(): WordPostings
}

export function createWordCollector(texts: number, characters: number): WordCollector {
  const list = createGrowingWords(characters)
  const starts = createGrowingWords(texts + 1)
  return {
    add(words) {
      starts.push(list.length)
      for (const word of words) list.push(word)
    },
    finish() {
      starts.push(list.length)
      return group(list.list(), starts.list())
    },
  }
}

function group(words: Int32Array, starts: Int32Array): WordPostings {
  const { groupOf, starts: listStarts, members } = groupEqual(words)
  const owners = new Int32Array(words.length)
  for (let text = 0; text + 1 < starts.length; text++) owners.fill(text, starts[text], starts[text + 1])
  for (let place = 0; place < members.length; place++) members[place] = owners[members[place] ?? 0] ?? 0
  return { starts, words, numberOf: groupOf, listStarts, texts: members }
}
