import { FUNCTION_WORDS as ENGLISH } from '../guard/language/english/function-words.ts'
import { FUNCTION_WORDS as GERMAN } from '../guard/language/german/function-words.ts'
import { FUNCTION_WORDS as SPANISH } from '../guard/language/spanish/function-words.ts'
import { queryWords } from './index-words.ts'

// What questions have beside them.
const OF_QUESTIONS = 'he she his her hers him me us whom whose how kind anything something someone'

let commonWords: ReadonlySet<string> | undefined

/**
 * Pairs of characters that carry grammar: with a pronoun, particle or question word of Chinese, with a
 * particle of Japanese, or of its endings alone.
 */
const COMMON_PAIR =
  /[\u7684\u662f\u4e86\u5728\u5417\u5462\u4eec\u6211\u4f60\u4ed6\u5979\u5b83\u8fd9\u90a3\u54ea\u600e\u4ec0\u4e48\u5427\u4e5f\u5c31\u628a\u88ab]|[\u306f\u304c\u3092\u306e\u306b\u3068\u3082\u3067]|^[\u3041-\u3096]+$/

/** Whether a word, as an index has it, carries grammar: such a word tells nothing of what an entry is about. */
export function isCommonWord(word: string): boolean {
  commonWords ??= listCommonWords()
  return commonWords.has(word) || COMMON_PAIR.test(word)
}

/** When first asked for, and without the marks of letters from the start: else it takes as long as all else in a hook. */
function listCommonWords(): ReadonlySet<string> {
  const all = [...ENGLISH, ...GERMAN, ...SPANISH, OF_QUESTIONS].join(' ')
  return new Set(queryWords(all.normalize('NFD').replace(MARKS, '')))
}

const MARKS = /[\u0300-\u036f]/g
