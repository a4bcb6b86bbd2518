import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** What says which of two comes first, or takes the other's place. `~` marks a class whose sides are exchanged. */
export const ORDER_CUES = cueLists('order', {
  before: phrases('before|prior to|precedes'),
  '~before': phrases('after|following|once'),
  sequence: phrases('then|followed by|->|→'),
  'instead-of': phrases('instead of|rather than|over'),
  replaces: ['replaces'],
  '~replaces': ['replaced by'],
  'from-to': ['from'],
})
