import { buildProfile } from '../language-profile.ts'
import { phraseTokens } from '../phrase-tokens.ts'
import { words } from '../word-list.ts'
import { ARTICLE_KEEPERS } from './article-keepers.ts'
import { COMPARATORS } from './comparators.ts'
import { CONTRACTIONS } from './contractions.ts'
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
import { stemEnglish } from './stem-english.ts'

export const ENGLISH = buildProfile({
  language: 'en',
  functionWords: new Set(FUNCTION_WORDS),
  ordinaryWords: new Set(ORDINARY_WORDS),
  negators: new Set(NEGATORS),
  contractions: CONTRACTIONS,
  numberWords: new Map(Object.entries(NUMBER_WORDS)),
  spellings: new Map(Object.entries(SPELLINGS)),
  openingFillers: OPENING_FILLERS.map(phraseTokens),
  fillers: FILLERS.map(phraseTokens),
  articles: new Set(['a', 'an', 'the']),
  articleKeepers: new Set(ARTICLE_KEEPERS),
  rewordings: [
    { texts: ['has', 'to'], to: 'must' },
    { texts: ['have', 'to'], to: 'must' },
    { texts: ['in', 'order', 'to'], to: 'to' },
  ],
  listWords: new Set(['and', 'or']),
  adjunctOpeners: new Set(
    words(`for in on at when if with during within under after before while unless inside outside via
      without`),
  ),
  clauseWords: new Set(words('but so because unless if when while and then instead')),
  negationJoiners: new Set(['or', 'nor']),
  lightWords: new Set(LIGHT_WORDS),
  passiveMarks: new Set(['by']),
  stem: stemEnglish,
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
