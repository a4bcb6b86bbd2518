import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** What says which of two comes first, or takes the other's place. */
export const ORDER_CUES = cueLists('order', {
  before: ['vor'],
  '~before': ['nach'],
  sequence: ['danach'],
  'instead-of': phrases('statt|anstatt'),
  replaces: ['ersetzt'],
  '~replaces': ['ersetzt durch'],
  'from-to': ['von'],
})
