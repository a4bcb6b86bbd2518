import { cueLists } from '../cue-list.ts'
import { pairedPhrases, phrases } from '../word-list.ts'

/** What is forbidden, obliged, recommended and permitted. */
export const MODALITY = cueLists('modality', {
  FORB: [...pairedPhrases('darf darfst darfen dürfen', 'nicht|kein*'), ...phrases('verboten|niemals|nie')],
  OBL: phrases('muss|müssen|immer|erforderlich|pflicht'),
  REC: phrases('soll|sollte|sollten|empfohlen|bevorzug*'),
  PERM: phrases('darf|dürfen|kann|können|erlaubt|optional'),
})
