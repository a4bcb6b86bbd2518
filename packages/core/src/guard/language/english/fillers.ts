import { phrases } from '../word-list.ts'

/** What a text may open with and say nothing by. `note` alone is not one of them. */
export const OPENING_FILLERS = phrases(
  `please|note that|note:|remember that|remember to|remember:|make sure to|make sure that|be sure to
  |important:|reminder:|fyi:|nb:`,
)

/** What says nothing wherever it stands. */
export const FILLERS: readonly string[] = ['please']
