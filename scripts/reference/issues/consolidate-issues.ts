import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const CONSOLIDATE_ISSUES: IssueDocs = {
  clock_skew: {
    severity: 'warning',
    meaning:
      'Entries were used at a time that has not come yet: a clock went back. Such uses count as of now.',
    mend: NOTHING,
  },
}
