import { words } from '../word-list.ts'

/** Words that a negation reaches past. */
export const LIGHT_WORDS = words('el la los las un una se lo le de que en más')
