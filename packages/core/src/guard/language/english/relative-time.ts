import { cueLists } from '../cue-list.ts'
import { pairedPhrases, phrases } from '../word-list.ts'

/** Words whose meaning moves with the day. */
export const RELATIVE_TIME = cueLists('relative-time', {
  NOW: [
    ...phrases('yesterday|today|tomorrow|tonight|now|currently|recently|just now|at the moment|latest|ago'),
    ...pairedPhrases('this', 'morning|week|month|sprint|quarter|year'),
    ...pairedPhrases('last', 'night|week|month|sprint|quarter|year'),
    ...pairedPhrases('next', 'week|month|sprint|quarter|year'),
  ],
})
