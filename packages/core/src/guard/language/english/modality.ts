import { cueLists } from '../cue-list.ts'
import { pairedPhrases, phrases } from '../word-list.ts'

/** What is forbidden, obliged, recommended and permitted. */
export const MODALITY = cueLists('modality', {
  FORB: [
    ...pairedPhrases('must may can should shall do does', 'not|never'),
    ...phrases("never|forbidden|prohibited|not allowed|not permitted|disallowed|cannot|can't|don't|doesn't"),
    ...phrases("mustn't|shouldn't"),
  ],
  OBL: phrases(
    'must|has to|have to|required to|is required|are required|mandatory|always|shall|need to|needs to',
  ),
  REC: phrases('should|ought to|recommended|prefer|prefers|preferred|ideally|better to'),
  PERM: phrases('may|can|allowed|permitted|optional|optionally|feel free'),
})
