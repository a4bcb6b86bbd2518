import { words } from '../word-list.ts'

/** Words that a negation reaches past. */
export const LIGHT_WORDS = words(`
  be been being do does did a an the any ever to should must may can will would could have has had it
  is are was were just only yet also even really in on at of for with by
`)
