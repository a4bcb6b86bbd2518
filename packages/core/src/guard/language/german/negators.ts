import { words } from '../word-list.ts'

/** Words that negate what follows them. */
export const NEGATORS = words(`
  nicht kein keine keinen keinem keiner keines nie niemals nirgends ohne weder nichts niemand vermeide
  vermeiden vermeidet verboten außer kaum
`)
