import { words } from '../word-list.ts'

/** Words before which an article carries meaning, or is a label and no article. */
export const ARTICLE_KEEPERS = words(`
  before after and or is are was were must should may can cannot will not then to than of in on at by
  for from with calls call precedes follows depends reports waits runs blocks comes goes few little
  lot lots number couple bit great
`)
