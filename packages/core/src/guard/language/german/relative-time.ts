import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** Words whose meaning moves with the day. */
export const RELATIVE_TIME = cueLists('relative-time', {
  NOW: phrases('heute|gestern|morgen früh|derzeit|aktuell|jetzt|diese woche|letzte woche|nächste woche'),
})
