import { phrases } from '../word-list.ts'

/** What a text may open with and say nothing by. */
export const OPENING_FILLERS = phrases('bitte|hinweis:|wichtig:|achtung:')

/** What says nothing wherever it stands. */
export const FILLERS: readonly string[] = ['bitte']
