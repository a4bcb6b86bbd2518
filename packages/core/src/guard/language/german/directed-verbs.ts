import { cueLists } from '../cue-list.ts'

/** Verbs whose two sides cannot be exchanged. */
export const DIRECTED_VERBS = cueLists('directed-verb', { VERB: ['ruft', 'hängt', 'ersetzt'] })
