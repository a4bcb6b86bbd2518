import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** Verbs whose two sides cannot be exchanged. */
export const DIRECTED_VERBS = cueLists('directed-verb', {
  VERB: phrases(
    `call|calls|depend on|depends on|import|imports|extend|extends|report to|reports to|replace|replaces
    |replaced|override|overrides|send|sends|wrap|wraps|inherit|inherits|precede|precedes|follow|follows
    |block|blocks|trigger|triggers|own|owns|owned|manage|manages|review|reviews|approve|approves|feed
    |feeds|publish to|publishes to|subscribe to|subscribes to|read from|reads from|write to|writes to
    |supersede|supersedes|include|includes|contain|contains|proxies|forward|forwards`,
  ),
})
