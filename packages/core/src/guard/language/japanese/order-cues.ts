import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** What says which of two comes first, or takes the other's place. */
export const ORDER_CUES = cueLists('order', {
  '~before': words('の前に'),
  before: words('の後に してから その後'),
  '~instead-of': words('ではなく の代わりに'),
  'from-to': ['から'],
})
