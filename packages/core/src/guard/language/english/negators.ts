import { words } from '../word-list.ts'

/** Words that negate what follows them. */
export const NEGATORS = words(`
  not no never none nobody nothing neither nor without cannot avoid avoids avoiding avoided lack lacks
  lacking except excluding hardly barely scarcely stop stops forbid forbids forbidden prohibit
  prohibits prohibited prevent prevents refrain
`)
