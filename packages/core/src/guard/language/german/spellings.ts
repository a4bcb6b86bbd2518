/** Spellings and abbreviations that mean one thing only. What could be read two ways is left out. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  repo: 'repository',
  db: 'datenbank',
  konfig: 'konfiguration',
  doku: 'dokumentation',
}
