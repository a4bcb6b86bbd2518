import { words } from '../word-list.ts'

/** Words that carry grammar, never content. */
export const FUNCTION_WORDS = words(`
  der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen nie
  niemals nur immer alle jede jeder jedes ist sind war waren wird werden wurde sein hat haben muss
  müssen soll sollen sollte kann können darf dürfen in im an am auf aus bei beim mit nach von vom vor
  zu zum zur für über unter durch gegen zwischen während seit bis ab um wenn falls weil dass als wie
  bitte wir ihr sie es er ich man auch noch schon dann
`)
