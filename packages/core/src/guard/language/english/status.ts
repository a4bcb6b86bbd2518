import { type CueList, cueLists } from '../cue-list.ts'
import { pairedPhrases, phrases, words } from '../word-list.ts'

/** Whether something is planned, under way, done, given up or only supposed. */
export const STATUS: readonly CueList[] = [
  ...cueLists('status', {
    PLAN: phrases(
      `plan|plans|planned|planning|plan to|plans to|planned to|planning to|going to|todo|to-do|intend
      |intends|intended|propose|proposes|proposed|proposal|scheduled|upcoming|we will|will be|roadmap
      |backlog|not yet|want to|wants to|future`,
    ),
    PROG: [
      ...phrases('in progress|ongoing|wip|underway'),
      ...pairedPhrases('being', 'migrated|rewritten|moved|replaced'),
      ...pairedPhrases('currently', 'migrating|moving|rewriting|working'),
    ],
    DONE: [
      ...phrases(
        `done|shipped|merged|landed|completed|finished|released|implemented|has been|have been|migrated
        |deployed|went live|fixed|is default|is now default|is the default|is now the default|now live
        |now default`,
      ),
      ...pairedPhrases('was', 'migrated|moved|deployed|fixed|replaced'),
    ],
    DROP: phrases(
      `cancelled the|cancelled our|canceled the|canceled our|abandoned|reverted|rolled back|deprecated
      |no longer|obsolete`,
    ),
    HYP: phrases(
      `might|maybe|perhaps|probably|likely|seem|seems|appear|appears|suspect|suspects|suspected
      |unverified|hypothesis|assume|assumed|assumption|guess|could be|possibly|unconfirmed|presumably`,
    ),
  }),
  {
    family: 'status',
    class: 'DROP',
    phrases: pairedPhrases('was were been got is', 'rejected|dropped|cancelled|canceled|retired'),
    unlessBefore: words('by with if when as after'),
  },
]
