import { buildProfile } from '../language-profile.ts'
import { phraseTokens } from '../phrase-tokens.ts'
import { words } from '../word-list.ts'
import { COMPARATORS } from './comparators.ts'
import { DIRECTED_VERBS } from './directed-verbs.ts'
import { FILLERS, OPENING_FILLERS } from './fillers.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { LIGHT_WORDS } from './light-words.ts'
import { MODALITY } from './modality.ts'
import { NEGATORS } from './negators.ts'
import { NUMBER_WORDS } from './number-words.ts'
import { ORDER_CUES } from './order-cues.ts'
import { ORDINARY_WORDS } from './ordinary-words.ts'
import { QUANTIFIERS } from './quantifiers.ts'
import { RELATIVE_TIME } from './relative-time.ts'
import { SPELLINGS } from './spellings.ts'
import { STATUS } from './status.ts'
import { stemGerman } from './stem-german.ts'

export const GERMAN = buildProfile({
  language: 'de',
  functionWords: new Set(FUNCTION_WORDS),
  ordinaryWords: new Set(ORDINARY_WORDS),
  negators: new Set(NEGATORS),
  numberWords: new Map(Object.entries(NUMBER_WORDS)),
  spellings: new Map(Object.entries(SPELLINGS)),
  openingFillers: OPENING_FILLERS.map(phraseTokens),
  fillers: FILLERS.map(phraseTokens),
  listWords: new Set(['und', 'oder']),
  adjunctOpeners: new Set(words('für in im bei beim wenn falls mit während nach vor auf am unter ohne')),
  clauseWords: new Set(words('aber und sondern wenn')),
  negationJoiners: new Set(words('oder noch')),
  passiveMarks: new Set(words('von durch')),
  capitalsMarkNames: false,
  lightWords: new Set(LIGHT_WORDS),
  decimalComma: true,
  stem: stemGerman,
  cues: [
    ...MODALITY,
    ...STATUS,
    ...QUANTIFIERS,
    ...COMPARATORS,
    ...RELATIVE_TIME,
    ...DIRECTED_VERBS,
    ...ORDER_CUES,
  ],
})
