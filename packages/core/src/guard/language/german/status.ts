import { cueLists } from '../cue-list.ts'
import { pairedPhrases, phrases } from '../word-list.ts'

/** Whether something is planned, under way, done, given up or only supposed. */
export const STATUS = cueLists('status', {
  PLAN: phrases('geplant|vorgesehen|vorgeschlagen|noch nicht|wollen wir'),
  PROG: phrases('in arbeit|läuft gerade'),
  DONE: [
    ...phrases('erledigt|abgeschlossen|umgesetzt|gemergt|ausgeliefert'),
    ...pairedPhrases('wurde', '_ migriert|_ umgestellt|_ behoben'),
  ],
  DROP: phrases('abgelehnt|verworfen|zurückgerollt|veraltet|nicht mehr'),
  HYP: phrases('vielleicht|vermutlich|wahrscheinlich|scheint|könnte'),
})
