import { words } from '../word-list.ts'

/** Words that carry grammar, never content. */
export const FUNCTION_WORDS = words(`
  a an the this that these those it its they them their there here we our you your i my is are was
  were be been being am do does did has have had having can could will would shall should may might
  must need needs not no never none nor neither and or but if unless because so than then as at by for
  from in into of off on onto out over under up down to with within via per about after before until
  since during while between against through across all every each any some most many few several both
  either only always sometimes usually often also again still already yet now please note important
  when where which who what how why i.e e.g instead rather ever just too very own
`)
