import { cueLists } from '../cue-list.ts'
import { buildProfile } from '../language-profile.ts'
import { phraseTokens } from '../phrase-tokens.ts'
import { COMPARATORS } from './comparators.ts'
import { DIRECTED_VERBS } from './directed-verbs.ts'
import { OPENING_FILLERS } from './fillers.ts'
import { MODALITY } from './modality.ts'
import { NEGATORS, NOT_NEGATORS } from './negators.ts'
import { ORDER_CUES } from './order-cues.ts'
import { QUANTIFIERS } from './quantifiers.ts'
import { RELATIVE_TIME } from './relative-time.ts'
import { STATUS } from './status.ts'

export const JAPANESE = buildProfile({
  language: 'ja',
  openingFillers: OPENING_FILLERS.map(phraseTokens),
  cues: [
    ...cueLists('negator', { NEGATED_BEFORE: NEGATORS, '-': NOT_NEGATORS }),
    ...MODALITY,
    ...STATUS,
    ...QUANTIFIERS,
    ...COMPARATORS,
    ...RELATIVE_TIME,
    ...DIRECTED_VERBS,
    ...ORDER_CUES,
  ],
})
