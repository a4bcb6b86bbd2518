import { queryWords } from '@varve/core'

/** The rule by which a text counts as saying what a learning says, in words. */
export const RULE =
  'A text says what a learning says where it has two fifths of the learning’s words, and at least four: stems, and the pieces of names, without those that carry only grammar.'

const SHARE = 0.4
const LEAST = 4

export type Words = ReadonlySet<string>

export function wordsOf(text: string): Words {
  return new Set(
    queryWords(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')).filter(
      (word) => word.length > 2 && !GRAMMAR.has(word),
    ),
  )
}

export function saysTheSame(text: Words, learning: Words): boolean {
  let shared = 0
  for (const word of learning) if (text.has(word)) shared++
  return shared >= LEAST && shared >= SHARE * learning.size
}

const GRAMMAR = new Set(
  queryWords(
    'the and for that this with from are was were been has have had not but its into when which while then than also only can must should would could will may via use used using uses all any each other more most some such they them their there these those what where who why how you your our out over per both same does did done doing before after about between through during without within instead rather very just still already being need needs needed',
  ),
)
