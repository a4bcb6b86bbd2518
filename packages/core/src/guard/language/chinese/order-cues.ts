import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** What says which of two comes first, or takes the other's place. */
export const ORDER_CUES = cueLists('order', {
  '~before': words('之前 以前'),
  before: words('之后 以后'),
  sequence: words('然后 再'),
  'instead-of': ['而不是'],
  'from-to': ['从'],
  // `不再` is no order but an end.
  '-': ['不再'],
})
