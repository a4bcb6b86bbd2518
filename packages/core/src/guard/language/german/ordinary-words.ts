import { words } from '../word-list.ts'

/** Words of everyday talk about software: in capitals throughout they fold, capitalised they are no name. */
export const ORDINARY_WORDS = words(`
  keinem keiner ohne weder alles jeden manche einige wurden hatte hinweis wichtig achtung verwende
  verwenden verwendet nutze nutzen nutzt benutze benutzen führe führen läuft laufen starte starten
  baue bauen prüfe prüfen setze setzen lege legen speichere speichern unser unsere dieser diese dieses
  jetzt heute gestern morgen erst zuerst danach vorher nachher neu neue neuen alt alte zwei drei vier
  fünf sechs sieben acht neun zehn elf zwölf
`)
