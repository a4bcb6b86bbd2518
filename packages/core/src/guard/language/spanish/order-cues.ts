import { cueLists } from '../cue-list.ts'

/** What says which of two comes first, or takes the other's place. */
export const ORDER_CUES = cueLists('order', {
  before: ['antes de'],
  '~before': ['después de'],
  sequence: ['luego'],
  'instead-of': ['en lugar de'],
  replaces: ['reemplaza'],
  '~replaces': ['reemplazado por'],
  'from-to': ['de'],
})
