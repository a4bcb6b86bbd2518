import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** How much of a whole is meant. */
export const QUANTIFIERS = cueLists('quantifier', {
  ALL: phrases('alle|jede|jeder|jedes|jeden|immer'),
  NONE: phrases('niemals|nie|keine|keiner|keinen|keinem|keines'),
  SOME: phrases('einige|manche|manchmal'),
  MOST: phrases('meistens|meist|oft'),
  ONLY: phrases('nur|ausschließlich'),
  APPROX: phrases('fast alle|teilweise'),
})
