import { words } from '../word-list.ts'

/** Words that a negation reaches past. */
export const LIGHT_WORDS = words('die der das den dem ein eine einen werden zu')
