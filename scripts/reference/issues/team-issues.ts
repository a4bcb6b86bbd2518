import type { IssueDocs } from './issue-doc.ts'

export const TEAM_ISSUES: IssueDocs = {
  as_of_seq: {
    severity: 'info',
    meaning:
      'How far this machine has read of the team’s journal, and how many of its own records wait to be sent.',
    mend: '`varve knowledge sync`.',
  },
  jwt_mode_login_role: {
    severity: 'error',
    meaning:
      'The team’s server takes a gateway’s word for who is asking, and somebody can log in beside the gateway: they can say to be anybody.',
    mend: 'Whoever administers the database takes the right to Varve’s schema from those roles; the issue has the SQL.',
  },
  member_without_role: {
    severity: 'warning',
    meaning:
      'Somebody belongs to the team whom the server doesn’t let in: it has no login role of that name that may use the schema.',
    mend: 'Whoever administers the database makes the role; the issue has the SQL.',
  },
  purge_pending: {
    severity: 'warning',
    meaning: 'A purged text still lies on the team’s server: only an owner may erase it there.',
    mend: 'An owner runs `varve knowledge sync --full`.',
  },
  projection_drift: {
    severity: 'warning',
    meaning: 'Rows of `memory_entries` on the team’s server aren’t what its journal folds to.',
    mend: '`varve knowledge sync --full`, by somebody who may write.',
  },
  record_too_large: {
    severity: 'warning',
    meaning: 'A record takes more than the MiB that a team’s server takes. It is kept on this machine.',
    mend: '`varve knowledge sync --dir .varve/journal` shares it by git, which takes any size.',
  },
  team_head_differs: {
    severity: 'error',
    meaning: 'The team’s server says that it has another number of records than the last one bears.',
    mend: 'Somebody changed the database by hand; its administrator sets the head, as the issue has it.',
  },
  team_journal_gap: {
    severity: 'error',
    meaning: 'Records are missing in the middle of the team’s journal. No program takes one away.',
    mend: 'Restore the journal from a backup. Every machine that has the records keeps them.',
  },
  team_reader_waiting: {
    severity: 'warning',
    meaning: 'This machine has records that its user may not send: they may only read.',
    mend: 'An owner makes them a writer; the issue has the command.',
  },
  team_waiting: {
    severity: 'warning',
    meaning: 'Records of this machine have waited for a day or more to be sent to the team’s server.',
    mend: '`varve knowledge sync`.',
  },
  team_went_back: {
    severity: 'error',
    meaning: 'The team’s server lacks records that it had: it was put back to an earlier state.',
    mend: '`varve knowledge sync --full` gives it what this machine has.',
  },
  upgrade_required: {
    severity: 'error',
    meaning:
      'A record of the team was written by a newer Varve. What came before it was taken in, and nothing from there on.',
    mend: 'Update Varve, then `varve knowledge pull`.',
  },
}
