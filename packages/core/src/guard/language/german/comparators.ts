import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** On which side of a number a thing lies. */
export const COMPARATORS = cueLists('comparator', {
  '>=': phrases('mindestens|oder neuer|oder höher|oder mehr'),
  '<=': phrases('höchstens|bis zu|oder weniger'),
  '>': phrases('mehr als|über #'),
  '<': phrases('weniger als|unter #'),
  '=': ['genau'],
  '~': phrases('etwa|ungefähr'),
})
