import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** On which side of a number a thing lies; the signs are those of every language. */
export const COMPARATORS = cueLists('comparator', {
  '>=': phrases('>=|≥|at least|or newer|or later|or higher|or above|or more|or greater|no less than'),
  '<=': phrases('<=|≤|at most|up to|no more than|or older|or lower|or less|or fewer|or below'),
  '>': phrases('>|more than|greater than|above|exceed|exceeds|over #'),
  '<': phrases('<|less than|fewer than|below|under #|within'),
  '=': ['exactly'],
  '~': phrases('≈|~#|about #|approximately|approx|around #|roughly'),
})
