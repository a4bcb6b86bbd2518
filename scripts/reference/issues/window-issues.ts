import type { IssueDocs } from './issue-doc.ts'

export const WINDOW_ISSUES: IssueDocs = {
  floor_reached: {
    severity: 'info',
    meaning:
      'All that may be left out of a window is left out, and it is still above the target: what is pinned, recent or of the user stays.',
    mend: 'A higher target, fewer pins, or the compaction of the host.',
  },
}
