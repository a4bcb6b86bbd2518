import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** How much of a whole is meant. */
export const QUANTIFIERS = cueLists('quantifier', {
  ALL: words('all every each always'),
  NONE: words('none never nobody'),
  SOME: words('some several sometimes occasionally many few'),
  MOST: words('most mostly usually often generally'),
  ONLY: words('only solely exclusively'),
  APPROX: words('almost nearly partially partly'),
})
