import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** On which side of a number a thing lies. */
export const COMPARATORS = cueLists('comparator', {
  '>=': phrases('al menos|como mínimo|o superior'),
  '<=': phrases('como máximo|a lo sumo|hasta'),
  '>': ['más de'],
  '<': ['menos de'],
  '=': ['exactamente'],
  '~': ['aproximadamente'],
})
