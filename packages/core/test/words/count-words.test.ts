import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, findWord, indexWords } from '../../src/words/index-words.ts'

const WORDS = [
  'caches',
  'cache',
  'retrying',
  'retry',
  'readConfig_file',
  'c++',
  '部署方案',
  '署',
  'Naïve',
  'x',
]
const texts = fc.array(fc.constantFrom(...WORDS, '.', 'the')).map((words) => words.join(' '))
const wanted = fc.uniqueArray(fc.constantFrom('cache', 'retry', 'file', '部署', '署', 'naive', 'c++', 'none'))

test('words that are counted are those that an index holds, extras once each', () => {
  fc.assert(
    fc.property(texts, wanted, (text, words) => {
      const { stream, extras } = indexWords(text)
      const counted = countWords(text, new Map(words.map((word, number) => [word, number])))
      const held = words.map(
        (word) => stream.filter((each) => each === word).length + Number(extras.has(word)),
      )
      expect(counted).toEqual({ length: stream.length, counts: held })
    }),
  )
})

test('the word that is found first stands first, or is first among the extras', () => {
  fc.assert(
    fc.property(texts, wanted, (text, words) => {
      const { stream, extras } = indexWords(text)
      const looked = new Set<string>(words)
      const isWanted = (word: string) => looked.has(word)
      expect(findWord(text, looked)).toBe(stream.find(isWanted) ?? [...extras].find(isWanted))
    }),
  )
})
