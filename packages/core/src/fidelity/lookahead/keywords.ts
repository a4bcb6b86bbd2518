import { cutUtf8 } from '../../domain/utf8.ts'

const LONGEST_DESCRIPTION = 200
const MOST = 10
const SHORTEST = 3
const EMPTY_WORDS = new Set(['the', 'a', 'an', 'in', 'of', 'for', 'to', 'from', 'with'])

/** What a task is about: its tool, then the words that tell it from others. All in small letters. */
export function keywordsOf(tool: string, description: string): readonly string[] {
  return distinct([tool.toLowerCase(), ...words(`${tool} ${cutUtf8(description, LONGEST_DESCRIPTION)}`)])
}

/** The same of an item of a todo list; a path or name of code in it counts as a whole. */
export function itemKeywords(text: string, names: Iterable<string>): readonly string[] {
  const short = cutUtf8(text, LONGEST_DESCRIPTION)
  return distinct([...[...names].map((name) => name.toLowerCase()), ...words(short)])
}

function words(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return found.filter((word) => word.length >= SHORTEST && !EMPTY_WORDS.has(word))
}

function distinct(keywords: readonly string[]): readonly string[] {
  return [...new Set(keywords.filter((keyword) => keyword !== ''))].slice(0, MOST)
}
