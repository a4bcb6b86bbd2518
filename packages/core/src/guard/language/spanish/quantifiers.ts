import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** How much of a whole is meant. */
export const QUANTIFIERS = cueLists('quantifier', {
  ALL: phrases('todos|todas|siempre|cada'),
  NONE: phrases('nunca|ninguno|ninguna|ningún'),
  SOME: phrases('alguno|alguna|algunos|algunas|a veces'),
  MOST: phrases('mayoría|normalmente|a menudo'),
  ONLY: phrases('solo|sólo|únicamente|solamente'),
  APPROX: phrases('casi|parcialmente'),
})
