import { phrases } from '../word-list.ts'

/** What a text may open with and say nothing by. */
export const OPENING_FILLERS = phrases('por favor ,|por favor|nota:|importante:|recuerda que|recuerda|aviso:')

/** What says nothing wherever it stands. */
export const FILLERS: readonly string[] = ['por favor']
