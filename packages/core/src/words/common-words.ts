import { FUNCTION_WORDS as ENGLISH } from '../guard/language/english/function-words.ts'
import { FUNCTION_WORDS as GERMAN } from '../guard/language/german/function-words.ts'
import { FUNCTION_WORDS as SPANISH } from '../guard/language/spanish/function-words.ts'
import { queryWords } from './index-words.ts'

// What questions have beside them.
const OF_QUESTIONS = 'he she his her hers him me us whom whose how kind anything something someone'

/** Words that carry grammar, as an index has them: they tell nothing of what an entry is about. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  queryWords([...ENGLISH, ...GERMAN, ...SPANISH, OF_QUESTIONS].join(' ')),
)
