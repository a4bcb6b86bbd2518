import { expect, test } from 'vitest'
import { FUNCTION_WORDS as GERMAN } from '../../src/guard/language/german/function-words.ts'
import { FUNCTION_WORDS as SPANISH } from '../../src/guard/language/spanish/function-words.ts'
import { isCommonWord } from '../../src/words/common-words.ts'
import { queryWords } from '../../src/words/index-words.ts'

test('words of grammar are common as an index has them, with accents or without', () => {
  for (const word of [...GERMAN, ...SPANISH]) {
    for (const indexed of queryWords(word)) expect([indexed, isCommonWord(indexed)]).toEqual([indexed, true])
  }
  expect(['the', 'fur', 'tambien', '我们', 'です'].every(isCommonWord)).toBe(true)
  expect(['port', 'pnpm', '端口', 'ポー', '배포'].some(isCommonWord)).toBe(false)
})
