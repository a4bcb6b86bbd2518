import { type CueList, cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** What is forbidden, obliged, recommended and permitted. */
export const MODALITY: readonly CueList[] = [
  ...cueLists('modality', {
    FORB: phrases('nunca|prohibido|prohibida'),
    REC: phrases('debería*|recomendado|recomendada|preferible'),
    PERM: phrases('puede|pueden|permitido|opcional'),
  }),
  {
    family: 'modality',
    class: 'OBL',
    phrases: phrases('debe|deben|siempre|obligatorio|obligatoria|hay que'),
    unlessBefore: ['no'],
  },
]
