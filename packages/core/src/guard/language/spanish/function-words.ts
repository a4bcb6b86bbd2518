import { words } from '../word-list.ts'

/** Words that carry grammar, never content. */
export const FUNCTION_WORDS = words(`
  el la los las un una unos unas lo y e o u pero no ni nunca jamás sin solo sólo siempre todo toda
  todos todas cada es son era fue ser está están estar hay ha han debe deben puede pueden en de del al
  a con contra desde durante entre hacia hasta para por según sobre tras cuando si porque como que
  donde se su sus les nos también ya favor
`)
