import type { IssueDocs } from './issue-doc.ts'

export const CONTEXT_ISSUES: IssueDocs = {
  withheld: {
    severity: 'warning',
    meaning: 'An entry that was asked for by name is quarantined or retracted: it is put before no agent.',
    mend: '`varve show <id> --raw` shows it to you; `varve review` settles what is quarantined.',
  },
}
