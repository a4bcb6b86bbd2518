import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const SEARCH_ISSUES: IssueDocs = {
  embedder_failed: {
    severity: 'warning',
    meaning: 'What tells meanings did not answer, or not as it should. The search was by words alone.',
    mend: NOTHING,
  },
}
