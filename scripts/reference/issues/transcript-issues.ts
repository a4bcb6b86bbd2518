import { type IssueDocs, NOTHING } from './issue-doc.ts'

export const TRANSCRIPT_ISSUES: IssueDocs = {
  host_edit: {
    severity: 'info',
    meaning:
      "The agent sent far fewer tokens than the call before and its transcript says nothing of a rewrite: what it saw from then on isn't known for sure.",
    mend: NOTHING,
  },
  transcript_bad_line: {
    severity: 'warning',
    meaning:
      'A line is no whole JSON, such as the last one of a session that is still being written. What could be read of it was.',
    mend: NOTHING,
  },
  transcript_long_line: {
    severity: 'warning',
    meaning: 'A line of a transcript is longer than 64 MiB and was left out. The lines after it were read.',
    mend: NOTHING,
  },
  transcript_partial: {
    severity: 'info',
    meaning:
      'The format leaves out some of what the model saw. Good for learning and for a look, not for measuring.',
    mend: NOTHING,
  },
  transcript_tree: {
    severity: 'info',
    meaning:
      "Records hang off records that are not in the file, so the path that the model saw can't be told; the file was read in its order.",
    mend: NOTHING,
  },
  transcript_unknown: {
    severity: 'error',
    meaning: 'The content is no transcript of a kind that is known.',
    mend: 'Name the format, if it is one of those that the message lists.',
  },
}
